// English for what goes wrong while a build is packed, sent or promoted.

export const transfers = () =>
  ({
    'transfer.file-shorter': 'The file to send became shorter.',
    'transfer.do-send-as-new': '{why} Send it as a new build.',
    'transfer.journal-unusable':
      'The journal of transfers, {file}, cannot be used: {why}. Nothing is sent without it. Move it away to start a new one.',
    'transfer.push-under-way': 'Another slipway push is already sending this. Wait for it, or end it.',
    'transfer.cancel-first': 'Cancel this transfer before you remove it.',
    'transfer.has-ended': 'This transfer has ended. Start a new one.',
    'transfer.parts-changed':
      'The instance cuts this upload into other parts than before. Send it again as a new build.',
    'transfer.connection-ended': '{host} ended the connection.',
    'transfer.nothing-moved': 'Nothing moved on the connection to {host} for {seconds} s, so it was closed.',
    'transfer.file-unreadable': '{file} cannot be read any more.',
    'transfer.journal-closed': 'The journal of transfers is not open. Nothing is sent without it.',
    'transfer.not-shown':
      'All of {name} was sent, but the instance has not shown a version of it for {seconds} s. Check again, or ask the team that runs it.',
    'transfer.build-refused': 'The instance cannot run what was sent.',
    'transfer.upload-removed':
      'The instance has removed this upload ({why}). What was sent of it cannot be used. Send it again as a new build.',
    'transfer.addresses-too-old':
      'The addresses of this upload are too old, and this instance gives no new ones for an upload that has started. What was sent of it cannot be used. Send it again as a new build.',
    'transfer.source-changed':
      '{source} changed since it was packed, and the pack is no longer there. Send it as a new build.',
    'transfer.other-bytes-arrived':
      'What arrived at {host} of part {part} are not the bytes that were sent. It is sent again.',
    'transfer.checksum-mismatch': 'checksum mismatch',
    'transfer.line-silent': 'the line went silent',
    'transfer.part-not-kept': 'it was taken, and is not there any more',
    'transfer.copy-damaged':
      'The copy of {name} on this machine, {file}, is damaged: it is not the bytes of its hash. Nothing was sent.',
    'transfer.store-full':
      'The remote has no room for this build. Whoever runs it can make some; what was sent is kept, and another try sends the rest.',
    'transfer.redirected': 'The upload was sent on to {to}, which is not followed with a build.',
    'transfer.bytes-uncovered': 'nothing covers bytes {from} to {to}',
    'transfer.byte-in-two-parts': 'byte {offset} is in two parts',
    'transfer.part-empty': 'the part at byte {offset} is empty',
    'transfer.part-without-address': 'the part at byte {offset} has no address',
    'transfer.parts-too-short': 'they cover {covered} bytes of a file of {bytes}',
    'transfer.no-address': 'it gave no address to send to',
    'transfer.parts-wrong':
      'The instance cut the upload in a way that does not fit the file: {why}. Nothing was sent. Tell the team that runs it.',
    'pack.one-refused': 'One thing in this folder cannot be packed, so nothing was. {paths}',
    'pack.some-refused': '{count} things in this folder cannot be packed, so nothing was. {paths}',
    'pack.secrets':
      'This folder holds what looks like secrets, which everybody who gets the build could read. Nothing was packed. {paths} List them in .slipwayignore to leave them out, or allow each of them by its path.',
    'pack.secrets-in-file':
      'This file holds what looks like secrets, which everybody who gets the build could read. Nothing was sent. {paths} Create the file without them, or allow each of them by its path.',
    'pack.empty':
      "Nothing in {folder} would be packed: it is empty, or all of it is left out. Choose the folder with the server's program.",
    'pack.more-paths': 'And {count} more.',
    'pack.no-room':
      'The pack of this folder takes up to {needed} in {folder}, and {free} are free there. Nothing was begun. Free {missing} on that disk, or leave more of the folder out with .slipwayignore, and try again.',
    'pack.no-room-with-servers':
      'This build, with its files unpacked for the servers and a tenth to spare, takes up to {needed} in {folder}, and {free} are free there. Nothing was begun. Free {missing} on that disk, or leave more of the folder out with .slipwayignore, and try again.',
    'pack.no-room-for-archive':
      'This build, with its files unpacked for the servers and a tenth to spare, takes {needed} or more in {folder}, and {free} are free there. Nothing was begun. Free {missing} on that disk, or make the build smaller, and try again.',
    'pack.link-absolute':
      'It is a link to {target}, which is a place of this machine. Use a relative link, or the file itself.',
    'pack.link-outside': 'It is a link to {target}, which is outside of the folder. Put the file itself there.',
    'pack.changed':
      '{path} changed while it was read, so nothing was kept of the pack. Pack again when nothing writes there.',
    'pack.file-within-folder':
      '{file} is in the folder that is packed, so the next pack would hold it. Choose a place outside of {folder}.',
    'pack.disk-full': 'The disk with {folder} is full. The pack was deleted. Free some space and pack again.',
    'pack.not-writable':
      'Slipway may not write to {folder}. Nothing was packed. Choose a folder that you may write to.',
    'pack.not-a-manifest':
      '{file} is not the list of files of an earlier pack. Name the .manifest.json that slipway pack wrote beside one.',
    'pack.thread-lost': 'The thread that writes packs ended unexpectedly. That pack was deleted. Try again.',
    'pack.path-missing': 'it does not exist (any more)',
    'pack.not-a-folder': 'it is not a folder',
    'pack.neither-folder-nor-file': 'it is neither a folder nor a file',
    'pack.unreadable': '{path} cannot be read: {why}. Nothing was packed. Fix that, or leave it out, and pack again.',
    'pack.name-not-portable': 'Its name cannot be kept on every system. Rename it.',
    'pack.special-file': 'A pipe, socket or device, not a file',
    'pack.old-not-removed': 'Old packs could not be removed: {why}.',
    'pack.path-because': '{path}: {why}.',
    'drop.too-much-at-once': 'One request may bring 40 MiB of dropped files.',
    'drop.no-paths-in-browser': 'A browser window cannot name paths.',
    'drop.not-of-this-machine': 'What you dropped is not a file on this machine.',
    'drop.copy-not-removed': 'A copy of what was dropped could not be removed.',
    'drop.choice-forgotten': 'What was chosen is no longer known. Choose the folder again.',
    'drop.copy-unreadable': 'What came of the dropped files cannot be read. Drop them again.',
    'drop.copy-forgotten': 'This copy is no longer known. Drop it again.',
    'drop.name-invalid': '"{name}" cannot be the name of a file here. Rename it and drop it again.',
    'drop.no-room':
      'There is no room for a copy of what was dropped. It needs {needed}, and {free} are free. Nothing was kept. Free some space and drop it again.',
    'drop.disk-full':
      'There is no room for a copy of what was dropped. The disk is full. Nothing was kept. Free some space and drop it again.',
    'promote.do-push-from-elsewhere': '{why} Upload it from the machine that has the build.',
    'promote.bytes-unknown':
      '{instance} does not report which bytes {version} is, and it was not sent from this machine.',
    'promote.no-copy':
      'This machine has no copy of {version} (SHA-256 {sha256}): neither Local nor the packs that were sent from here have it.',
    'promote.compression-unknown':
      'This build is packed with {compression}, which {instance} may not be able to unpack. Upload the folder itself to it: that packs it without.',
    'promote.kind-unknown':
      "This build is of the kind {kind}, which only Slipway's own services know for certain. Say which kind {instance} is to take it as: docker_image, oci_bundle, archive or javascript.",
    'promote.name-taken':
      '{instance} already has a version called {name}, and it may not be the same bytes. Give this one another name.',
    'promote.other-game': '{there} is another game than {game}. Players of {there} would get {game}.',
    'promote.other-game-sizes':
      '{there} is another game than {game}: its build has {size_there}, this one {size}. Players of {there} would get {game}.',
    'promote.game-name-refused':
      '{instance} does not accept {game} as the name of a new game ({problems}). Choose an existing game.',
    'promote.game-exists': '{instance} already has a game called {game}. Choose it instead of a new one.',
    'promote.no-build': '{version} has no build, so there are no bytes to promote. Choose a version that was pushed.',
  }) as const;
