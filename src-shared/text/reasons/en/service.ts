// English for why the service refuses a call.

export const service = () =>
  ({
    'http.other-host':
      'This service answers only to its own address, and the name in this request is another one. Whoever runs it can name a second one with --public-url.',
    'http.other-site':
      'Web pages of other sites may not call this service. Whoever runs it can allow one with --allow-origin.',
    'http.too-many-requests': 'Too many requests. Wait {seconds} s and try again.',
    'http.body-too-slow': 'The body took too long to arrive.',
    'http.query-invalid': 'The query is not valid: {why}.',
    'http.query-field-invalid': '"{field}" in the query is not valid: {why}.',
    'http.body-invalid': 'The body is not valid: {why}.',
    'http.body-field-invalid': '"{field}" in the body is not valid: {why}.',
    'http.head-too-large': 'The head of this request is too large.',
    'http.request-too-slow': 'This request took too long to arrive.',
    'upload.connection-ended': 'The connection ended before the part was whole.',
    'upload.build-too-large': 'A build may have at most {limit} bytes here.',
    'upload.part-not-in': 'This part is not in yet.',
    'upload.part-length-wrong': 'This part is {length} bytes long, not {given}.',
    'upload.range-wrong':
      'Content-Range has to go to the end of this part, which is {length} bytes long. "{given}" does not.',
    'upload.digest-of-stretch': 'A part that goes on needs the digest of all of it in Repr-Digest.',
    'upload.not-so-much-held':
      'The part cannot be resumed at byte {from}: {held} bytes of it are here. A HEAD of its address says how many.',
    'upload.part-in-already': 'This part is already complete, so it cannot be resumed.',
    'upload.digest-unreadable': 'Content-Digest cannot be read; it looks like "sha-256=:<base64>:".',
    'upload.address-changed':
      'This upload address was changed, or is not one of ours. Ask for a fresh one, and use it as it is.',
    'upload.finished-with-other-part': 'This upload is finished, with other bytes in this part.',
    'upload.finished-with-other-bytes': 'This upload is finished, with other bytes than this file has.',
    'upload.no-such-part': 'This upload has no such part.',
    'upload.digest-wrong': 'The bytes that came are not the ones that Content-Digest names. Send the part again.',
    'upload.part-too-long': 'More than the {length} bytes of this part came.',
    'upload.part-too-short': 'Only {received} of the {length} bytes of this part came.',
    'upload.ranges-invalid': 'The ranges to reuse have to be in order, and within the file.',
    'upload.no-room':
      'This takes {needed}, and the disk of this service has {free} left for uploads. Nothing was sent. Remove builds there that nobody runs any more, delete snapshots of kept folders, or make room on that disk, and try again.',
    'upload.one-part-only': 'Only an upload of one part can be taken as a file.',
    'upload.file-changed': '{file} no longer holds the bytes that were announced.',
    'upload.file-unreadable': '{file} cannot be read any more ({code}).',
    'upload.sent-twice': 'This part came whole over another connection, so no more of it was waited for here.',
    'upload.too-many-open':
      'This token has {most} uploads that are not finished. Finish or delete some of their builds first.',
    'upload.too-many-to-address':
      'This part is on its way over several connections already. Send it again in {seconds} s.',
    'upload.part-missing': 'Part {part} is still missing.',
    'upload.parts-missing': '{count} parts are still missing.',
    'objects.unreachable':
      'The object store {store} cannot be reached ({why}). Nothing was lost; it goes on when the store answers again.',
    'objects.silent':
      'The object store {store} does not answer. Nothing was lost; it goes on when the store answers again.',
    'objects.busy':
      'The object store {store} takes and gives nothing at the moment ({why}). Nothing was lost; it goes on when the store answers again.',
    'objects.keys-refused':
      'The object store {store} does not accept the keys of this service ({why}). Whoever runs the service can give it keys that may read, write, list and delete there.',
    'objects.clock':
      'The clock of this service and that of the object store {store} differ too much. Set the clock of the machine that the service runs on.',
    'objects.no-bucket':
      'The object store has no bucket for {store}. Whoever runs the service can make it, or name another one with --blobs.',
    'objects.full':
      'The object store {store} is full. Nothing was lost. Make room there, or remove builds that nobody runs any more, and try again.',
    'objects.refused': 'The object store {store} refused this ({why}). Nothing was lost.',
    'objects.part-gone': 'The object store no longer has all parts of this build. Send what is missing.',
    'objects.removed': 'The bytes of this build are no longer in the object store {store}. Upload the build again.',
    'objects.changed':
      'The bytes of this build in the object store {store} were changed since they were checked. Upload the build again.',
    'objects.not-connected':
      'The bytes of this build are in an object store, and this service was started without it. Start it with --blobs as before.',
    'objects.one-part-too-long':
      'An object store takes at most {limit} in one part. Prepare this build with "multipart_upload": true.',
    'download.over': 'This download address is not known any more. Ask for a fresh one: each works for ten minutes.',
    'picture.too-many-bytes': 'A {kind} may be {limit} bytes long, not more.',
    'picture.no-bytes': 'This {kind} is empty.',
    'picture.kind-unknown':
      'These bytes are not a PNG, JPEG or WebP picture. SVG is not accepted, because it can contain scripts.',
    'picture.size-wrong': 'This picture is {width} x {height} pixels large; each side may have 1 to {limit}.',
    'picture.damaged': 'This picture is damaged on the disk of this service. Upload it again.',
    'picture.other-place': '{host} names a picture at {other}, which it may not lead to.',
    'picture.not-answered': '{host} answers {status} instead of a picture.',
    'picture.download-too-large': 'The picture at {host} has more than {limit} MB.',
    'picture.took-too-long': 'This picture took too long. Save it again.',
    'picture.not-whole': 'The picture did not arrive whole. Save it again.',
    'picture.too-large': 'A {kind} may have {limit} MB, and this one has more.',
    'picture.not-sent': 'The picture could not be sent: {why}. What was shown before stays. Try again.',
    'token.none': 'This call needs a token, and none was given. Send one in the header "Authorization: Bearer TOKEN".',
    'token.malformed':
      'The Authorization header of this call cannot be read. Send "Bearer", one space and the token in it.',
    'token.unknown':
      'This instance does not know the token: it was revoked, is not whole, or belongs to another instance. Copy it again, or ask whoever runs the instance for a new one.',
    'token.revoked':
      'The token that this was asked for with was revoked, so this ended with it. Ask whoever runs the instance for a new one.',
    'token.expired': 'This token expired at {at}. Ask whoever runs the instance for a new one.',
    'token.may-not':
      'This token may do: {can}. This needs one that may do: {needs}. Use another token, or ask whoever runs the instance for one.',
    'token.admin-by-owner':
      'Only the owner gives out a token that may do everything of a game. Leave that right out, or ask the owner for the token.',
    'token.other-game':
      'This token is for another game. Use one for this game, or ask whoever runs the instance for one.',
    'token.other-namespace': 'This token is for another namespace. Use one for this namespace or for the whole game.',
    'token.whole-game':
      'This token is for one namespace, and this concerns the whole game. Use one for the whole game.',
    'token.not-for-service': 'A service token may not do this. Use a token of the game instead.',
    'token.owner-alone':
      "Only the owner may do this. Use the owner's token, or ask whoever runs the instance to do it.",
    'token.not-for-metrics':
      'The figures need the token from the file metrics-token in the data folder, or the owner\'s, in the header "Authorization: Bearer TOKEN". The one given is neither.',
    'token.none-for-metrics':
      'The figures need a token, and none was given. Send the one from the file metrics-token in the data folder in the header "Authorization: Bearer TOKEN".',
    'token.name-invalid': 'The name of the token is not valid.',
    'token.file-not-writable': 'The file with tokens, {file}, cannot be written: {why}.',
    'token.keychain-locked':
      'The keychain of this system does not open the token that was kept. Unlock it, or sign in again.',
    'token.file-unusable': 'The file with tokens, {file}, cannot be used: {why}.',
    'token.file-damaged': 'it is damaged. Remove it and sign in again',
    'token.has-spaces': 'This is not a token: a token is one word without spaces. Copy it again, whole and alone.',
    'token.too-narrow': 'The token of this instance is for {scope} and may not do this. Use one that may.',
    'token.for-one-namespace': 'one namespace',
    'token.for-one-game': 'one game',
    'token.odd-characters':
      'The token has a space, a line break or a character that no token has. Copy it again, whole and alone.',
    'token.keychain-refuses': 'The keychain of this system does not accept the token. Unlock it, and try again.',
    'token.may-not-make-game': 'The token is for {scope} and may not create a game. Use one that may.',
    'token.may-not-send-build': 'The token is for {scope} and may not send a build. Use one that may.',
    'token.may-not-switch': 'The token is for {scope} and may not switch a namespace. Use one that may.',
    'build.not-complete': 'This build is not complete yet.',
    'build.not-examined-yet':
      'This build cannot be scanned yet, as its upload is not complete. Send the missing parts, then try again.',
    'build.files-not-known-yet':
      'The contents of this build are not known yet, as its upload is not complete. Send the missing parts, then try again.',
    'build.tag-exclusive-unknown': '"{tag}" is exclusive but not among the tags.',
    'build.too-many-tags': 'A build has at most {limit} tags.',
    'build.confirm-deletion': '{who} {name}. Confirm with its name, "{name}".',
    'build.no-drag-from-browser': 'A browser window cannot drag files out. Save the file instead.',
    'build.not-saved': 'The build could not be saved as {file}: {why}.',
    'version.build-missing':
      'The build of version {version} was deleted, so it cannot run. Upload it again, or choose another version.',
    'build.in-use': '{namespace} runs this build. Switch to another version first.',
    'build.in-use-by-many': '{namespaces} run this build. Switch to another version first.',
    'build.no-copy-to-take':
      'This machine has no copy of {name}. Get it where it was sent from, or from the machine that stores it.',
    'build.still-uploading': 'The upload of {name} is not complete, so nothing can run it. Finish its upload first.',
    'namespace.named-twice': 'A namespace is named twice. Name each once, in the order you want.',
    'namespace.last': 'This is the last namespace of the game, and a game needs one.',
    'namespace.protected': '{name} is protected. Confirm the change with its name, "{name}".',
    'namespace.switched-by-others':
      '{namespace} runs {present} now, no longer {expected}: somebody else switched it. Nothing was changed.',
    'validation.not-fitting': '{what} is not valid: {problems}.',
    'validation.not-fitting-in-many': '{what} is not valid: {problems} and {more} more.',
    'problem.name-empty': 'its name is empty',
    'problem.name-too-long': 'its name is longer than 128 bytes, which is 128 plain letters',
    'problem.name-spaces':
      'its name takes single spaces between words, none at its start or end, and no invisible characters',
    'problem.name-taken': 'another one here has its name',
    'problem.name-id-empty': 'its name id is empty',
    'problem.name-id-too-long': 'its name id is longer than 16 letters',
    'problem.name-id-characters': 'its name id takes small letters, digits and single hyphens between them',
    'problem.name-id-taken': 'another one here has its name id',
    'thread.lost': 'The {name} thread ended unexpectedly. Nothing is half-done. Try again.',
    'service.id-invalid': '"{id}" is not an id.',
    'service.no-reason': 'The service answered with status {status} and no reason.',
    'service.answered': 'The service answered with status {status}: {why}',
    'listening.port-taken': 'Port {port} is taken by {owner}; using {used}.',
    'listening.kept-port-taken':
      'Port {port} is taken by {owner}, and callers from elsewhere look for the service there, so it did not start. End that program and start it again, or set another port, also for those who call it.',
    'listening.other-taken':
      'At {address}, which is localhost as well, {owner} has port {port}. Programs that call Slipway by the name localhost may send it their tokens: let them call {here}, and close that program.',
    'listening.program': '{name} (process {pid})',
    'listening.another-program': 'another program',
    'listening.port-needs-rights':
      'Port {port} needs rights that this user does not have, as all below 1024 do. Choose one from 1024 on and let a proxy listen in front, or give the right CAP_NET_BIND_SERVICE.',
    'listening.ports-taken':
      'The ports {from} to {to} are all taken ({from} by {owner}). Close one of those programs, or choose another port.',
    'log.pattern-too-slow':
      'The pattern takes too long on line {line}, so the search ended there. Make it simpler, or search for a text.',
    'log.pattern-invalid': 'This is not a valid regular expression: {why}. Search for it as text instead.',
    'invalid.body': 'The body',
    'invalid.build': 'The build',
    'invalid.namespace-name': "The namespace's name",
    'invalid.new-namespace-name': "The namespace's new name",
    'invalid.picture': 'The picture',
    'invalid.region-name': "The region's name",
    'invalid.group-name': "The group's name",
    'invalid.game-name': "The game's name",
    'invalid.new-game-name': "The game's new name",
    'invalid.version-name': "The version's name",
  }) as const;
