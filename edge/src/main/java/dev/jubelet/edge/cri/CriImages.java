package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ImageFsInfoResponse;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.api.cri.ImageStatusResponse;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.api.cri.ListImagesResponse;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.api.cri.PullImageResponse;
import dev.jubelet.api.cri.RemoveImageRequest;
import dev.jubelet.api.cri.RemoveImageResponse;

/** Images of the runtime; they may be served at an endpoint of their own. */
public interface CriImages {

  ListImagesResponse listImages(ListImagesRequest request);

  /** The answer has no image when the runtime has none. */
  ImageStatusResponse imageStatus(ImageStatusRequest request);

  /** Without deadline: interrupt the calling thread to give up. */
  PullImageResponse pullImage(PullImageRequest request);

  RemoveImageResponse removeImage(RemoveImageRequest request);

  ImageFsInfoResponse imageFsInfo(ImageFsInfoRequest request);
}
