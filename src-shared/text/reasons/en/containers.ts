// English for what keeps a container from running.

export const containers = () =>
  ({
    'container.engine-answer-unknown': 'Slipway does not understand its version information. Update it.',
    'container.engine-wrong-system': 'It runs {system} containers. Switch it to Linux containers.',
    'container.do-install-on-mac':
      'Install Podman (podman.io) and run "podman machine init" and "podman machine start", or install Docker Desktop',
    'container.do-install-on-windows': 'Install Podman Desktop (podman.io) or Docker Desktop, and start it',
    'container.engine-not-installed': '{name} is not installed',
    'container.engine-silent': '{name} is installed but does not answer: {why}',
    'container.do-install-on-linux': 'Install Podman (on Debian and Ubuntu: "apt-get install podman") or Docker',
    'container.no-engine':
      "This build is a container image, and nothing on this machine runs containers: {tried}. {remedy}, then start the server again. Builds that are plain archives of a server's folder need neither.",
    'container.image-missing-after-load': 'It said that it loaded the image, and does not have it.',
    'container.image-not-loaded':
      '{engine} could not load the image of this build. Save the image again (docker save, podman save) and upload it again.',
    'container.image-not-loaded-because':
      '{engine} could not load the image of this build: {why} Save the image again (docker save, podman save) and upload it again.',
    'container.image-other-processor':
      'This image is for {image} processors, and this machine has {machine}. Build it for linux/{machine} (docker build --platform) and upload it again.',
    'container.do-build-for-processor':
      'Its program is for another processor: build the image for this one (docker build --platform).',
    'container.do-name-program':
      "The image does not name a program that it has: look at its ENTRYPOINT and CMD, or give the server's arguments.",
    'container.do-make-executable':
      'Its program may not be run: make it executable (chmod +x) before it is copied into the image.',
    'container.do-update-engine':
      'The system does not let the engine limit containers. Update the engine, or install runc beside it.',
    'container.do-free-engine-disk':
      "The engine's disk is full. Remove images and containers that nobody needs (podman system prune).",
    'container.do-try-by-hand': 'Try the image by hand with the same engine to see more.',
    'container.image-damaged':
      '{file} of this image is damaged. Save the image again (docker save, podman save) and upload it again.',
    'container.not-started': "{engine} could not start this server's container. {remedy}",
    'container.not-started-because': "{engine} could not start this server's container: {why} {remedy}",
  }) as const;
