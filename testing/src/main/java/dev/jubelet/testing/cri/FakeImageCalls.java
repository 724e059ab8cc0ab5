package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ImageFilter;
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
import dev.jubelet.edge.cri.CriImages;
import java.util.List;

/** The calls of {@link FakeCri} about images. */
interface FakeImageCalls extends CriImages {

  FakeParts parts();

  @Override
  default ListImagesResponse listImages(ListImagesRequest request) {
    parts().script().enter("ListImages", request);
    return ListImagesResponse.newBuilder().addAllImages(matching(request.getFilter())).build();
  }

  @Override
  default ImageStatusResponse imageStatus(ImageStatusRequest request) {
    parts().script().enter("ImageStatus", request);
    ImageStatusResponse.Builder answer = ImageStatusResponse.newBuilder();
    parts().images().find(request.getImage().getImage()).ifPresent(answer::setImage);
    return answer.build();
  }

  @Override
  default PullImageResponse pullImage(PullImageRequest request) {
    parts().script().enter("PullImage", request);
    return PullImageResponse.newBuilder()
        .setImageRef(parts().images().pull(request.getImage().getImage()))
        .build();
  }

  @Override
  default RemoveImageResponse removeImage(RemoveImageRequest request) {
    parts().script().enter("RemoveImage", request);
    parts().images().remove(request.getImage().getImage());
    return RemoveImageResponse.getDefaultInstance();
  }

  @Override
  default ImageFsInfoResponse imageFsInfo(ImageFsInfoRequest request) {
    parts().script().enter("ImageFsInfo", request);
    return parts().images().usage(parts().node().nanos());
  }

  private List<Image> matching(ImageFilter filter) {
    FakeImages images = parts().images();
    String reference = filter.getImage().getImage();
    return reference.isEmpty() ? images.list() : images.find(reference).stream().toList();
  }
}
