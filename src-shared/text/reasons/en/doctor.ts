// English for what the doctor finds in a build, and what to do about it.

export const doctor = () =>
  ({
    'doctor.a-file': 'a file',
    'doctor.neither-folder-nor-file': 'neither a folder nor a file',
    'doctor.not-a-folder': '{path} is {what}. Choose the folder that the server was exported into.',
    'doctor.not-allowed': 'the system does not allow it',
    'doctor.name-not-usable': 'its name cannot be given to the system as it is read',
    'doctor.became-link': 'it became a link meanwhile',
    'doctor.disk-fault': 'the disk has a fault there',
    'doctor.container-image':
      'This build is a container image. It is run by Podman or Docker, so one of them has to be where its servers run.',
    'doctor.do-install-container-engine':
      'Install Podman or Docker there, or upload the server as an archive, which needs neither.',
    'doctor.oci-bundle':
      'This build is an OCI bundle. It is run by an OCI runtime, such as runc with Podman, so one has to be where its servers run.',
    'doctor.do-install-oci-runtime':
      'Install Podman there, or upload the server as an archive, which needs no container program.',
    'doctor.unreal-refuses-root': 'Servers made with Unreal refuse to run as root',
    'doctor.do-run-as-user': 'Run Slipway as an ordinary user.',
    'doctor.runs-as-root': '{why}, and this Slipway runs as root.',
    'doctor.does-not-run-as-root': '{why}. This Slipway does not; a remote one must not either.',
    'doctor.engine-prints-nothing':
      'A server made with this engine prints nothing to its output unless it is started with {arguments}.',
    'doctor.do-nothing-arguments-proposed': 'Nothing to do: these arguments are among those proposed.',
    'doctor.do-add-arguments': 'Add {arguments} to its arguments when you upload, or in slipway.json.',
    'doctor.looks-like-game': '{program} looks like the game that players run, not like its dedicated server.',
    'doctor.do-package-server': 'Package the Server target of the project: its program ends in "Server".',
    'doctor.pack-missing': '{program} looks for {pack}.pck beside it, and there is none.',
    'doctor.do-name-pack': 'Name the pack {pack}.pck, or add --main-pack and its name to the arguments.',
    'doctor.development-build': 'This is a development build of Unity: slower, and it opens a port for the editor.',
    'doctor.do-turn-off-development': 'Turn off "Development Build" for what players are to use.',
    'doctor.eula-not-accepted': 'eula.txt does not agree to the terms, and such a server ends at once until it does.',
    'doctor.do-accept-eula': 'Read the terms, then write eula=true into eula.txt.',
    'doctor.is-project': 'This is {what}, not a server made from it.',
    'doctor.godot-project': 'a project of Godot',
    'doctor.do-export-from-godot': 'Export it for Linux as a dedicated server, and choose that.',
    'doctor.unity-project': 'a project of Unity',
    'doctor.do-export-from-unity': 'Build it with the Dedicated Server target, and choose the folder that it writes.',
    'doctor.unreal-project': 'a project of Unreal',
    'doctor.do-package-with-unreal': 'Package its Server target, and choose the folder LinuxServer or WindowsServer.',
    'doctor.rust-project': 'a project of Rust',
    'doctor.do-build-with-cargo': 'Run cargo build --release, and choose the program with its assets folder.',
    'doctor.ports-unknown': 'The files of this server do not show which ports it needs.',
    'doctor.do-name-ports':
      'Add them when you upload, or in slipway.json: {"program": "...", "ports": {"game": {"protocol": "udp"}}}. It gets them as PORT and PORT_GAME.',
    'doctor.do-pack-again':
      'No server can be started from it. Pack the folder again, with Slipway or another tool, and upload that.',
    'doctor.unreadable': '{path} cannot be read: {why}.',
    'doctor.do-get-right-to-read': 'Give yourself the right to read it, or leave it out with .slipwayignore.',
    'doctor.special-file': '{path} is a pipe, a socket or a device, and is not packed.',
    'doctor.do-nothing-unless-needed':
      'Nothing to do, unless the server needs it: then it has to make it when it starts.',
    'doctor.too-many-entries': 'There are more than {limit} files and folders in it, more than Slipway unpacks.',
    'doctor.many-entries':
      'There are {count} files and folders in it, more than servers have. Packing and unpacking them takes minutes.',
    'doctor.do-choose-server-folder': 'Choose only the folder of the server, or leave folders out with .slipwayignore.',
    'doctor.library-missing':
      '{program} needs the library {library}, which is neither in the build nor on this machine.',
    'doctor.do-add-library':
      'Install the package that has it where the server runs; on nodes, into the image there. Or put {library} into the build, and link the program with -rpath $ORIGIN or start it by a script that sets LD_LIBRARY_PATH.',
    'doctor.library-not-found-there':
      '{program} needs the library {library}. The build has it as {place}, but the program does not look there.',
    'doctor.do-link-with-rpath':
      'Link the program with -rpath $ORIGIN, or start it by a script that sets LD_LIBRARY_PATH.',
    'doctor.same-name':
      '{path} and {other} are one and the same name on Windows and macOS; there, one would replace the other.',
    'doctor.do-rename-one': 'Rename one of them.',
    'doctor.name-not-for-windows':
      'Windows cannot hold the name {path}: it is reserved, or has a character or an end that Windows forbids.',
    'doctor.do-rename': 'Rename it.',
    'doctor.do-rename-for-windows': 'Rename it if the build is ever to run on Windows.',
    'doctor.too-deep': 'This path is nested more than {limit} folders deep, which Slipway does not unpack.',
    'doctor.path-too-long': 'This path is {length} characters long. Many programs on Windows stop at {limit}.',
    'doctor.do-shorten-path': 'Move it nearer to the root, or shorten the names of its folders.',
    'doctor.name-not-utf-8': 'The name {path} is not written in UTF-8, so that it cannot be kept as it is.',
    'doctor.do-rename-simply': 'Rename it with letters that every system knows.',
    'doctor.link-outside': '{path} is a link to {target}, which is outside the build. Unpacking refuses such links.',
    'doctor.do-link-within': 'Put the file itself there, or link to a file of the build by a relative path.',
    'doctor.link-leads-nowhere': '{path} is a link to {target}, and there is nothing, or nothing that is packed.',
    'doctor.do-remove-link-or-add': 'Remove the link, or put what it leads to into the build.',
    'doctor.link-to-itself': '{path} is a link to {target} that leads back to itself.',
    'doctor.do-remove-link': 'Remove the link.',
    'doctor.other-system':
      '{path} is a program for {system} on {processor}. This machine is {here} on {own} and cannot run it.',
    'doctor.do-export-for-system':
      'Export the server for {system} on {processor}, or deploy this build to a service on {other}.',
    'doctor.other-processor': '{path} is for the processor {processor}. This machine has {own} and cannot run it.',
    'doctor.do-export-for-processor':
      'Export the server for {system} on {processor}, or deploy this build to a service on such a machine.',
    'doctor.translated':
      '{path} is for {system} on {processor}, and this machine has {own}. It runs only through translation, and slower.',
    'doctor.do-install-rosetta': 'It needs Rosetta: softwareupdate --install-rosetta.',
    'doctor.do-export-as-well': 'Export the server for {processor} as well.',
    'doctor.script-not-for-windows':
      'This build is started by a script for Linux or macOS, which Windows does not run.',
    'doctor.do-export-for-windows': 'Export the server for Windows, or name a program of it in slipway.json.',
    'doctor.native-module': '{path} is a native module for another system or processor, and Node cannot load it here.',
    'doctor.do-install-modules-there':
      'Run "npm ci --omit=dev" on the system that the server is to run on, and pack that node_modules.',
    'doctor.java-runtime': 'a Java runtime',
    'doctor.dotnet-runtime': 'the .NET runtime',
    'doctor.run-by': '{path} is run by {program}',
    'doctor.do-install-runtime': 'Install {runtime}, or pack the server so that it needs none.',
    'doctor.do-install': 'Install {program}.',
    'doctor.do-build-for-glibc':
      'It was built on Alpine Linux or for musl. Build it for glibc, or as a static program.',
    'doctor.do-install-libraries': 'Install the libraries of its processor, or build it on a system like this one.',
    'doctor.loaded-by': '{path} is loaded by {loader}',
    'doctor.not-on-this-machine': '{what}, which is not on this machine.',
    'doctor.left-out-by-rule': 'is left out by the rule {rule}',
    'doctor.not-in-build': 'is not in the build',
    'doctor.named-program-missing': 'slipway.json names the program {program}, which {why}.',
    'doctor.do-take-in': 'Include it, or write "!" and its name into .slipwayignore.',
    'doctor.do-name-by-path':
      'Name the file to start by its path below the root of the build; large and small letters count.',
    'doctor.no-file': 'There is no file in this build.',
    'doctor.no-program': 'No program that could be started was found in this build.',
    'doctor.do-choose-exported-folder': 'Choose the folder that your engine exported the server into.',
    'doctor.do-choose-or-name-program':
      'Choose the folder that your engine exported, or put a slipway.json at its root that names the program.',
    'doctor.named-program-odd': 'slipway.json names {program}, which does not look like a program.',
    'doctor.do-name-start-file':
      'Name the file that starts the server: a program, a script that begins with #!, or a .js or .jar file.',
    'doctor.unsure-program': 'Several programs could be the server: {programs}.',
    'doctor.do-choose-program': 'Choose the one to start, or name it in slipway.json, such as {example}.',
    'doctor.installer': '{path} is an installer, not a server: it asks people questions and puts files elsewhere.',
    'doctor.do-install-and-take-folder': 'Install it on your own machine, and choose the folder that it created.',
    'doctor.archive-within': 'There is nothing in it but the archive {path}, which is not unpacked a second time.',
    'doctor.do-take-archive-itself': 'Choose that archive itself, or the folder in it.',
    'doctor.windows-line-ends':
      '{path} has the line endings of Windows. Linux then looks for a program whose name ends in an invisible character, and says "bad interpreter".',
    'doctor.do-save-with-unix-line-ends':
      'Let Slipway fix it in the package (--fix-line-ends of push and pack), or save it with LF line endings: "*.sh text eol=lf" in .gitattributes keeps them.',
    'doctor.no-permission-to-run':
      '{path} is a program, but it is not marked as executable, as happens on Windows and with some zip tools.',
    'doctor.do-nothing-permission': 'Nothing to do: Slipway marks it as executable when it packs and unpacks.',
    'doctor.missing-arguments': '{path} reads its argument {word}, and it is started without any.',
    'doctor.do-give-arguments':
      'Give them when you upload, or in slipway.json, such as {example}. Or let it read PORT, which each server is given.',
    'doctor.no-first-line':
      '{path} does not begin with a line that says what runs it, so the system refuses to start it.',
    'doctor.do-add-first-line': 'Make "#!/bin/sh" its first line, or name the program itself in slipway.json.',
    'doctor.one-more-entry': 'The same applies to 1 more entry.',
    'doctor.more-entries': 'The same applies to {count} more entries.',
    'doctor.do-name-folder': 'Name a folder in the "keep" of slipway.json.',
    'doctor.port-in-script': '{path} starts it with {option}, and Slipway gives the port {name} another number.',
    'doctor.port-in-arguments': 'Its arguments say {option}, and Slipway gives the port {name} another number.',
    'doctor.port-of-engine':
      'Without a port in its arguments it listens on {number}, and Slipway gives the port {name} another number.',
    'doctor.do-pass-or-set-port':
      'Pass it {place}, or set the internal number of {name} to {number} when you upload (internal_port in slipway.json).',
    'doctor.do-name-port': 'Name one of these ports in "arguments", or add this one to the "ports" of slipway.json.',
    'doctor.folder-missing': 'There is nothing at {folder}. Check the path, or choose the folder again.',
    'doctor.folder-unreadable': 'The system ({code}) does not let Slipway look at {folder}. Choose the folder again.',
    'engine.container-image': 'A container image, as "docker save" writes it.',
    'engine.oci-bundle': 'An OCI bundle: a root file system with its configuration.',
    'engine.nothing-tells': 'None of its files shows what it was made with.',
    'engine.godot-pack': '{path} is a pack of Godot',
    'engine.carries-godot-pack': '{path} carries a pack of Godot',
    'engine.names-main-class': '{path} names its main class',
    'engine.has-assets': '{program} with assets/ beside it, and no files of another engine',
    'engine.is-program': '{path} is a program',
    'path.is-folder': 'is a folder',
    'path.no-right-to-read': 'you have no right to read it',
  }) as const;
