// English for servers on nodes: why one waits, is lost or ended there, and what to do about it.

export const fleet = () =>
  ({
    'fleet.waits': 'It waits for a node: {why}',
    'fleet.engine-away': 'The container engine at {engine} cannot be reached: {why}.',
    'fleet.engine-unsigned': 'its certificate is not signed by the authority of --fleet-tls-ca',
    'fleet.engine-expired': 'its certificate has expired',
    'fleet.engine-other-name': 'its certificate is for another name or address',
    'fleet.engine-refuses-us': 'it does not accept the certificate of --fleet-tls-cert',
    'fleet.engine-key-of-other': '--fleet-tls-key does not belong to --fleet-tls-cert',
    'fleet.engine-files-not-pem': '--fleet-tls-ca, --fleet-tls-cert and --fleet-tls-key take files in PEM form',
    'fleet.engine-no-tls': 'it does not speak TLS there',
    'fleet.engine-refused': 'The container engine at {engine} refused this: {why}.',
    'fleet.only-here':
      'Nodes on other machines cannot reach this service at {url}. Have it listen where they reach it with --listen, or name its address with --public-url.',
    'fleet.core-unreadable': 'These bytes are no core dump: they do not begin as an ELF core does.',
    'fleet.core-before-start': 'This server has not run yet, so it has no core dump.',
    'fleet.host-away': 'The node of this server does not answer at the moment. Try again in a few seconds.',
    'fleet.host-lost':
      'Nothing was heard of its node for a while, so it counts as ended. Where it still runs, it is ended when its node is back.',
    'fleet.host-over': 'Its host on the node ended: {why}',
    'fleet.node-lost': 'its node does not answer any more.',
    'fleet.host-late':
      'Its node has not reported yet. It may still be loading the image of Slipway, or it does not reach this service at {url}: the log of its container says which. It is given up after ten minutes.',
    'fleet.host-silent':
      'Its host on the node did not report within ten minutes. Look at whether the node reaches this service, and start it again.',
    'fleet.build-changed': 'Its node was sent other bytes than this build was published with. Upload the build again.',
    'fleet.build-not-in-store': 'The bytes of this build are missing in the object store. Upload the build again.',
    'fleet.build-waits':
      'Its node cannot fetch the build at the moment ({why}). It waits, and starts when the bytes come.',
    'fleet.build-quiet': 'nothing has come for {seconds} s',
    'fleet.build-unreachable':
      'Its node could not fetch the build. Look at whether it reaches this service and its object store, and start it again.',
    'fleet.node-full':
      'The disk of its node is full, so the build cannot be fetched. Free some space there, and start it again.',
    'fleet.do-add-library':
      'Put {library} into the build and link the program with -rpath $ORIGIN, or start it by a script that sets LD_LIBRARY_PATH. Or name an image that has it: slipway serve --fleet-image.',
    'fleet.do-take-newer-java':
      'It needs a newer Java than the image on its node has. Name an image with a newer one (slipway serve --fleet-image), or build for an older one.',
    'fleet.runtime-missing':
      'This build runs on {runtime}, and there is no {command} in the image on its node. Name an image that has it: slipway serve --fleet-image.',
    'fleet.interpreter-missing':
      'The program {program} needs {interpreter}, which is not in the image on its node. Name an image that has it (slipway serve --fleet-image), or build without it.',
    'fleet.left-drained-node': 'It ended because its node {node} is drained.',
    'fleet.engine-stopped':
      'The container engine of its node stopped it, as when the engine is restarted or its machine shut down.',
    'fleet.needs-fleet':
      'It runs on a node, where this service does not reach it. Start the service with --fleet to go on with it.',
    'fleet.may-run-on-node':
      'It may still run on its node. It ends there when the service is started with --fleet again.',
    'fleet.left-on-nodes':
      '{count} servers run on nodes and cannot be reached. They are left as they are. Start the service with --fleet to go on with them.',
    'fleet.no-images':
      'This build is a container image, and nodes run folders and archives. Upload the folder of the server instead.',
  }) as const;
