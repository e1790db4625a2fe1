// English for why a server did not start, is not reached or ended, and what to do about it.

export const servers = () =>
  ({
    'server.build-deleted': 'The build of this server was deleted.',
    'server.do-use-port':
      'The port was taken. Use {place} in its arguments, or read PORT, so that Slipway can choose a free one.',
    'server.do-end-holder':
      'Port {port} is taken by {owner}. Stop that one, or use {place} in the arguments of this one, or let it read PORT, so that Slipway can choose a free one.',
    'server.do-wait-for-holder':
      'Port {port} is taken by {owner}, which is ending. Stop that one now, or wait until it has ended, and start this one again. To run both, use {place} in the arguments of this one, or let it read PORT.',
    'server.do-end-holder-of-declared':
      'Port {port}, which its slipway.json names as internal_port, is taken by {owner}. Stop that one now, or wait until it has ended, and start this one again.',
    'server.do-end-holder-of-set':
      'Port {port}, which was set for this server, is taken by {owner}. Stop that one now, or wait until it has ended, and start this one again.',
    'server.library-missing': 'The library {library} is missing. {ended}',
    'server.do-install-named-library':
      'Install {library}, or put it into the build and start the program by a script that sets LD_LIBRARY_PATH.',
    'server.do-add-module': 'A module is missing from the build. Put node_modules into it, or bundle the program.',
    'server.do-build-on-older-linux':
      'It was built for a newer Linux. Build it on an older one, or link it statically.',
    'server.do-not-run-as-root': 'Unreal servers refuse to run as root. Run Slipway as an ordinary user.',
    'server.do-save-with-unix-line-ends':
      'Its start script has Windows line endings. Save it with Unix ones (LF) and pack again.',
    'server.do-write-to-own-folder': 'It may not do something it tried. Its own folder is the place to write to.',
    'server.do-free-disk': 'The disk is full. Make room, then start it again.',
    'server.do-install-newer-java':
      'It needs a newer Java than this machine has. Install it, or build for an older one.',
    'server.do-accept-licence': 'It wants its licence accepted first: put an eula.txt that says so into the build.',
    'server.too-many-processes': 'It started more processes than a server may have, and was ended.',
    'server.unhealthy': 'It has not reported through the Agones SDK for {seconds} s that it is healthy, and was ended.',
    'server.do-report-health':
      'Call Health at least once in each period, or give it more time under "health" in its slipway.json.',
    'server.do-find-process-loop': 'Find what starts processes again and again.',
    'server.too-much-memory': 'It took more than its {limit} MB of memory and was ended.',
    'server.do-give-memory': 'Give it more memory in its settings, or find what grows.',
    'server.ended-by-signal': 'Ended by {signal}: {meaning}, after {ran}.',
    'server.ended-without-code': 'Ended for an unknown reason after {ran}.',
    'server.exited': 'Exited with code {code} after {ran}.',
    'server.exited-with-signal': 'Exited with code {code} (signal {signal} of a program it started) after {ran}.',
    'server.filled-disk': 'It filled the disk: hardly any space was left, and it had written most.',
    'server.wrote-too-much': 'It wrote more than the {limit} MB of disk that this service allows a server.',
    'server.do-write-less-or-raise':
      'Have it write less, or have whoever runs the service raise --server-disk, and start it again.',
    'server.do-write-less': 'Have it write less, or free some space, and start it again.',
    'server.given-up':
      '{before} Its servers ended {endings} times within a minute, so no more are started. Fix the build and switch the version, or restart one by hand.',
    'server.switched-back':
      '{before} The namespace runs version {version} again, as this one does not start or stay up. Fix the build and switch once more.',
    'server.service-ended': 'The service ended unexpectedly while it ran, so it was ended as well.',
    'server.service-ended-before-start': 'The service ended unexpectedly before this server was started.',
    'server.service-ended-while-stopping': 'The service ended unexpectedly while it was ending. Ended: stopped.',
    'server.service-ended-while-restarting':
      'The service ended unexpectedly while this server was restarting, so it was stopped and not started again.',
    'server.output-lost-after': '{why} What it wrote after the service had ended is not here.',
    'server.still-runs': 'This server is still running. A crash bundle can be created once it has ended.',
    'console.closed': 'The server does not read its standard input: it has closed it, or is not running yet.',
    'console.not-read': 'The server has not read what was typed before. Wait until it does, or restart it.',
    'server.has-ended': 'This server has ended.',
    'server.drains': 'Draining: it ends when its players have left, after {time} at the latest.',
    'server.drains-uncounted': 'Draining: it ends after {time}. Players at its own ports are not counted.',
    'server.drains-no-more': 'It is not draining any more, and stays.',
    'server.drains-no-restart':
      'This server was not restarted, as it is draining: it ends when its players have left or its time to drain is up. Stop it to end it now.',
    'share.no-such-address':
      '{address} is not an address of this machine in a private network. Choose one of these: {known}.',
    'share.no-private-address':
      'The server was not shared, as this machine is in no private network now. Connect it to one, by Wi-Fi or cable, and share the server again.',
    'share.not-guarded':
      'Only ports with the routing Game guard of a service that this machine alone reaches can be shared with the network.',
    'bundle.exit': 'How the server ended',
    'bundle.log-tail': 'The last {count} lines of its log, without secrets',
    'bundle.log-head': 'The first {count} lines of its log, without secrets',
    'bundle.settings': 'How it was started; secrets are masked',
    'bundle.usage': 'What it used while it ran',
    'bundle.core':
      'The memory of the server when it crashed, for a debugger. Known secrets are overwritten; others may be inside.',
    'bundle.manifest': 'What is in this bundle, and which server it is about',
    'bundle.left-out-by-you': 'left out by you',
    'bundle.larger-than': 'larger than {size} MiB',
    'bundle.core-elsewhere':
      "This system hands core dumps to {program} (look there, often with coredumpctl), so none is in the server's folder.",
    'bundle.core-elsewhere-on-node':
      'The system of its node hands core dumps to {program} (look there, often with coredumpctl), so none came here.',
    'bundle.core-limit':
      'There is no core dump, as this service may write none (its core limit is 0). Set LimitCORE=infinity in its unit, or run "ulimit -c unlimited" before it starts.',
    'bundle.core-limit-of-engine':
      'There is no core dump, as the container engine of its node lets containers write none (their core limit is 0). Set LimitCORE=infinity in the unit of the engine, or start it with --default-ulimit core=-1.',
    'bundle.core-too-large':
      'The core dump had {size} MiB. Nodes send no more than {most} MiB, so it was deleted with the server.',
    'bundle.core-not-sent':
      'The core dump did not come from the node to the service ({why}), so it was deleted with the server.',
    'server.bundle-not-saved': 'The bundle could not be saved as {file}: {why}.',
    'server.log-says-more': 'See its log for more.',
    'server.too-many':
      'The namespace {namespace} may have {limit} servers at once, and {living} are running. End one, or raise "Maximum lobbies" in its settings.',
    'server.variable-not-for-token':
      'The variable {name} decides which code a program runs, so a service token may not set it. Put it into the slipway.json of the build, or start the server with a token of the game.',
    'server.no-such-datacenter': 'There is no datacenter "{name}" here. There are: {known}.',
    'signal.abort': 'it gave up by itself (abort), often after a failed check',
    'signal.bus': 'it read memory that is not there, or its disk went away',
    'signal.arithmetic': 'it divided by zero or worse',
    'signal.instruction': 'it ran an instruction that this CPU does not have',
    'signal.kill': 'something outside Slipway killed it',
    'signal.segmentation': 'it touched memory that is not its own (segmentation fault)',
    'signal.terminate': 'something outside Slipway asked it to end',
    'signal.interrupt': 'something outside Slipway interrupted it',
    'signal.pipe': 'it wrote to something that was closed',
    'signal.file-size': 'it wrote a file larger than it may',
    'signal.other': 'a signal that came from outside',
    'start.no-program-found':
      'No program to start was found in this build. Put a slipway.json at its root that names one: {"program": "..."}.',
    'start.program-outside-build':
      'The program "{program}" is not inside the build. Name it by its path below the build\'s root.',
    'start.program-not-in-build': 'is not in this build',
    'start.program-unusable': 'The program "{program}" {what}. Name the file to start in slipway.json.',
    'start.runtime-missing':
      'This build runs on {runtime}, and there is no {command} on this machine. Install it, then start again.',
    'start.manifest-not-json': 'The slipway.json of this build is not JSON. {fault} Then upload the build again.',
    'start.manifest-invalid': '{misfit} Fix it in the build, and upload the build again.',
    'start.no-ports-for-place':
      'An argument of this server uses {place}, but it has no ports. Add one, or remove this from the argument.',
    'start.no-such-port-for-place':
      'An argument of this server uses {place}, but its ports are {ports}. Name a port that it has, or add this one.',
    'start.program-empty': '{program} is empty. Build and upload it again.',
    'start.program-unknown-kind':
      '{program} is not a program this system can start: it is neither a binary nor a script with a first line like "#!/bin/sh".',
    'start.folder-unusable': "The working folder {folder} can't be used: {code}.",
    'start.folder-is-file': 'The working folder {folder} is a file, not a folder.',
    'start.program-missing': 'The program {program} does not exist. Check its name in slipway.json.',
    'start.program-is-folder': '{program} is a folder, not a program.',
    'start.program-not-executable':
      'The program {program} is not marked as executable. Run "chmod +x" on it and build again, or use an archiver that keeps the mark.',
    'start.script-for-unix': 'a script for Linux or macOS',
    'start.script-windows-line-ends':
      'The script {program} has Windows line ends (CRLF), so the system looks for a program named "{interpreter}\\r". Save it with LF line ends.',
    'start.program-for': 'a program for {system} on {machine}',
    'start.program-for-other-system':
      '{program} is {kind}, and this is {system} on {machine}. Build it for this system and upload it again.',
    'start.interpreter-missing':
      'The program {program} needs {interpreter}, which is not on this machine. Install it, or build without it.',
    'start.program-no-right': 'This user may not run {program}. Give the file and its folders the rights for it.',
    'isolation.wall':
      'Each server can change its copy of the build, use the network, and read the programs and settings of the system, as in /usr, /etc and /opt. It can access nothing else of this machine.',
    'isolation.none': 'Builds run with your rights here: this machine cannot isolate servers ({why}). {remedy}',
    'isolation.do-install-tools': 'Install util-linux or bubblewrap.',
    'isolation.do-allow-mounts':
      'A container that Slipway runs in has to allow mounts: with Docker or Podman, --cap-add=SYS_ADMIN and --security-opt=seccomp=unconfined.',
    'isolation.do-set-sysctl': 'Allow user namespaces: sudo sysctl {setting}.',
    'isolation.do-allow-bubblewrap':
      'AppArmor allows no user namespaces here. Install bubblewrap, and with it the profile that allows it: bwrap-userns-restrict of the package apparmor-profiles.',
    'isolation.do-allow-user-namespaces': 'Allow user namespaces for this user, or install bubblewrap.',
    'isolation.do-use-linux': 'Use Linux for that, or host only builds of people you trust.',
    'start.wall-failed': 'The wall around the server could not be built. Its log says why.',
    'start.no-wall-here': 'This machine cannot isolate servers: {why}. {remedy} Or serve with --unsafe-hosting.',
    'start.no-room-for-copy':
      'The disk became full while the server got its copy of the build. Free some space and start the server again.',
    'start.disk-full': 'The disk became full while the server was started. Free some space and start the server again.',
    'start.system-refused': 'The system did not start {program} ({code}).',
    'start.program-went-away': 'The program {program} disappeared while it was started. Try again.',
    'start.system-forbids-noexec':
      'The system does not let this user run {program}. Its disk may be mounted with "noexec".',
    'start.system-forbids': 'The system does not let this user run {program}.',
    'start.not-for-this-system': '{program} is not a program for this system. Build it for this system.',
    'start.too-many-processes': 'The system starts no more processes for this user. Stop some servers and try again.',
    'start.too-many-files': 'Slipway has as many files open as the system allows. Stop some servers and try again.',
    'start.too-many-files-on-machine':
      'The machine has as many files open as it allows. Stop some programs and try again.',
    'start.too-little-memory':
      'The machine has too little free memory to start {program}. Stop some servers and try again.',
    'start.arguments-too-long': 'The arguments and the environment of {program} are longer than the system takes.',
    'start.program-being-written': '{program} is being written right now. Wait until that is done and try again.',
    'start.no-reason-given': 'no reason given',
    'silence.do-set-protocol': 'The number is right. Set the protocol of the port {name} to {protocol}.',
    'silence.no-port': 'It runs, but does not listen on {ports} yet.',
    'silence.other-address': '{problem} It listens on {open}, where {host} does not reach it.',
    'silence.do-listen-on-host':
      'Make it listen on {host} or on all addresses; {place} in its arguments and SLIPWAY_HOST say which.',
    'silence.no-open-port': '{problem} It has no open port at all.',
    'silence.other-ports': '{problem} It listens on {open} instead.',
    'silence.do-use-port': 'Give it the port with {place} in its arguments, or let it read PORT.',
    'silence.do-use-or-set-port':
      'Give it the port with {place} in its arguments, or let it read PORT. If it always listens on {number}, set the internal number of {name} to {number} when you upload (internal_port in slipway.json).',
    'silence.not-ready': 'It listens on its ports, but has not said Ready through the Agones SDK yet.',
    'silence.do-say-ready': 'Have it call Ready when players may come, or remove "ready": "sdk" from its slipway.json.',
    'silence.do-wait':
      'It may still be loading. Its log says what it is doing; {place} in its arguments, or PORT, hand it the port.',
    'process.does-not-end':
      'The system could not end process {pid}. It is waiting for a device or a disk; restarting the machine ends it.',
    'process.do-not-end':
      'The system could not end the processes {pids}. They are waiting for a device or a disk; restarting the machine ends them.',
    'port.taken-for-server': 'Port {port} ({kind}) is taken by {owner}. End it, or give the server another port.',
    'port.none-free':
      'None of the ports {from} to {to} is free: {ours} are taken by servers of this Slipway, the others by other programs. Stop some servers, or give Slipway more ports.',
    'port.taken': '{what} is taken by {owner}. Close that program, or choose another port.',
    'port.named': 'The port {port} ({protocol}) for "{name}"',
    'port.another-server': 'another server of this Slipway',
    'port.server': 'the server {server} in "{namespace}"',
    'port.fixed-taken':
      'The port {port} ({kind}) for "{name}" is fixed by its "number", and is taken by {owner}. End that, or remove "number" to let any free port do.',
    'port.got-another': '"{name}" asked for the port {port} and got {other}: {why}',
    'kept.unreachable':
      'The kept folders of this namespace in {folder} cannot be reached. Connect the disk that they are on, and start the server again.',
    'kept.no-folder-in-build':
      '"{name}" is to be kept, but is a file or a link in this build. Name a folder in the "keep" of its slipway.json, and upload the build again.',
    'kept.no-folder-in-image':
      '"{name}" is a volume of this image, but a file in it. Name a folder as VOLUME, and upload the image again.',
    'template.unfit': 'The placeholders in {file} cannot be filled in: {why}',
    'template.not-there': 'It is not in this build. Name files of the build in the "templates" of slipway.json.',
    'template.link':
      'It is a link, or lies behind one, and would lead to another place. Put the file itself into the build.',
    'template.no-file': 'It is not a file. Name a file in the "templates" of slipway.json.',
    'template.too-large': 'It has {size}, and at most {limit} are filled in.',
    'template.no-text': 'It is not UTF-8 text. Save it as UTF-8, or remove it from "templates".',
    'template.in-kept-folder':
      'It lies in {folder}, which is kept and belongs to all servers after this one. Move it out of there.',
    'template.do-name-file': 'Fix the "templates" in slipway.json, or put the file there.',
    'kept.unreadable': 'What was sent of the kept folders cannot be read.',
    'kept.lost': '{why} {said}',
    'kept.lost-since-start':
      'Its kept folders go on as they were when it began. If its node comes back, what it wrote comes as a snapshot.',
    'kept.lost-since-copy':
      'Its kept folders go on from a copy of {minutes} min before. If its node comes back, what it wrote later comes as a snapshot.',
    'kept.not-fetched':
      'Its node could not fetch the kept folders. Look at whether it reaches this service, and start it again.',
    'kept.send-again': 'The kept folders could not be sent to the service yet. It is tried again for an hour.',
    'kept.not-sent': 'The kept folders could not be sent to the service. What was written since the last copy is lost.',
    'kept.not-saved': 'The kept files could not be saved as {file}: {why}.',
    'kept.no-snapshot': 'There is no such snapshot.',
    'kept.no-file': 'There is no "{path}" in the kept folders.',
    'kept.closed':
      '"{path}" in the kept folders cannot be read: it is closed to this service, lies too deep, or its name is no UTF-8. Rename or delete it on the machine of the service, and try again.',
    'kept.in-use': 'Server {server} uses the kept folders. Stop it first, and try again.',
    'kept.busy': 'The kept folders are being copied, restored or emptied. Try again in a moment.',
    'kept.replaced': 'The kept folders were replaced or deleted while they were read. Try again.',
    'namespace.has-kept':
      'This namespace has kept folders of its servers: {files} files, {size}, snapshots included. They would be deleted permanently. Download what you need, then delete the namespace together with them.',
    'kept.no-room': 'The disk is full, so the kept folders could not be made. Free some space, and try again.',
    'kept.waits-for-holder': 'Waits for server {server} to end, which has the kept folders.',
    'kept.waits-for-players':
      'Waits for server {server}, which has the kept folders and still has players. It ends when they have left or its time to drain is up; until then new players join it. Stop it to start this one now.',
    'kept.waited-never-started': 'It waited for server {server}, which had the kept folders, and was never started.',
    'kept.drains':
      'Server {server} waits for the kept folders of this one, which ends when its players have left or its time to drain is up.',
    'port.waits-for-holder': 'Waits for server {server} to end, which has the port {port}.',
    'port.waits-for-players':
      'Waits for server {server}, which has the port {port} and still has players. It ends when they have left or its time to drain is up; until then new players join it. Stop it to start this one now.',
    'port.waited-never-started': 'It waited for server {server}, which had the port {port}, and was never started.',
    'port.drains':
      'Server {server} waits for the port {port} of this one, which ends when its players have left or its time to drain is up.',
    'port.reserved': '{what} is reserved by the system. Choose one above 1023.',
    'port.no-such-address':
      '{what} cannot be opened on {host}, as this machine has no such address. Use 127.0.0.1, or an address of this machine.',
    'port.invalid': '{port} is not a port ("{name}"). Choose one from {least} to 65535.',
    'relay.server-known': 'The relay already has ports for the server {server}.',
    'relay.server-unknown': 'The relay has no ports for the server {server}. It has ended.',
    'client.too-many': '{limit} clients run already. End some of them first.',
    'client.no-such-program': 'There is no such program',
    'client.program-not-run': 'The system does not run it',
    'client.not-started': '{program} was not started. {why}. Use its whole path.',
    'client.refuses-root':
      'Slipway runs as root, which this client refuses. Run Slipway as another user, or have the client allow it: browsers such as Chromium take --no-sandbox.',
    'client.ended-by-signal': 'Ended by {signal}.',
    'client.ended': 'Ended by itself.',
    'client.ended-with-code': 'Ended with code {code}.',
  }) as const;
