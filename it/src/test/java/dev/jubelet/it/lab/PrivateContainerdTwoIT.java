package dev.jubelet.it.lab;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
class PrivateContainerdTwoIT extends PrivateContainerdContract {}
