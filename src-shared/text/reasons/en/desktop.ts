// English for links and files from outside, how tokens are kept, updates and billing.

export const desktop = () =>
  ({
    'app.not-a-page': 'It is not the address of a page.',
    'app.only-https': 'Only https pages are opened, and pages of this machine. Copy the address to open it by hand.',
    'billing.payment-failed':
      'The last payment to {instance} failed on {date}, and none has succeeded since. It may refuse the build, or end what runs. Check the payment first.',
    'billing.method-invalid':
      'The payment method that {instance} was given on {date} is not confirmed. It may refuse the build. Check the payment first.',
    'connection-file.not-a-file': 'it is not a file',
    'connection-file.too-large': 'it is too large',
    'connection-file.damaged': 'it is damaged',
    'connection-file.other-kind': 'it is of another kind, or was made for a newer Slipway',
    'connection-file.field-invalid': 'its {field} is not valid',
    'link.too-long': 'It is longer than {limit} characters.',
    'link.unseen-characters': 'It contains invisible characters.',
    'link.unreadable': 'It cannot be read.',
    'link.other-parts': 'It has parts that no link of Slipway has.',
    'link.unknown-request': 'Slipway does not know what it asks for.',
    'link.no-game': 'It does not say which game.',
    'link.no-remote': 'It does not say which remote.',
    'link.with-token':
      'It carries a token. Links are kept by browsers and mail programs, so a token must not be in one. Ask for a connection file, or sign in by a device link.',
    'link.said-twice': 'It names its {name} twice.',
    'link.id-invalid': 'Its id is not valid.',
    'link.unknown-instance': 'It asks for a game on {instance}, which is not in your list. Add that remote first.',
    'question.link-not-followed': 'This link was not followed',
    'question.file-not-used': 'This file was not used',
    'question.sign-in': 'Sign in to {host}?',
    'question.add-remote': 'Add the remote {host}?',
    'question.open-game': 'Open a game on {instance}?',
    'question.link-signs-in':
      'A link asks Slipway to sign in to {host}. It opens a page there in your browser, where somebody with access approves it. Continue only if you wanted that.',
    'question.link-adds-remote':
      'A link asks Slipway to add {host} to your remotes. Builds that you push there go to the people who run it. Add it only if you know them.',
    'question.link-opens-game':
      'A link asks Slipway to show one of your games on {instance}. Nothing is changed by that.',
    'question.file-with-token':
      '{file} describes the remote {host}, with the token in it. Builds that you push there go to the people who run it. Add it only if you trust who gave you the file.',
    'question.file-without-token':
      '{file} describes the remote {host}, without a token. Builds that you push there go to the people who run it. Add it only if you trust who gave you the file.',
    'question.in-the-clear': 'Its address is not https: others on the way can read what is sent.',
    'pick.build-folder': 'Choose the folder with the build',
    'pick.build-place': 'Save the build in',
    'pick.crash-bundle-place': 'Save the crash bundle in',
    'pick.data-folder': 'Choose where Local keeps its data',
    'pick.files-place': 'Save the files in',
    'token.on-windows': 'Tokens are kept in {file}, which your Windows account can read.',
    'token.in-file': 'Tokens are kept in {file}, which only your user can read. They are not encrypted.',
    'token.no-keychain': 'This desktop has no keychain. {kept}',
    'token.encrypted': 'Tokens are encrypted with {keychain}.',
    'keychain.macos': 'the Keychain of macOS',
    'keychain.windows': 'your Windows account',
    'keychain.desktop': 'the keyring of this desktop',
    'update.from-sources': 'This Slipway runs from its source folder. Update it there.',
    'update.no-place':
      'This Slipway was built without an address for updates. Get newer versions where you got this one.',
    'update.system-package': 'This Slipway was installed as a system package. Update it the same way.',
    'update.not-asked': 'This is Slipway {version}. {host} was not checked for updates.',
    'update.asking': 'Checking {host} for updates.',
    'update.newest': 'Slipway {version} is the newest version.',
    'update.found': 'Slipway {newer} is available. This is {version}.',
    'update.loading': 'Downloading Slipway {version}.',
    'update.ready':
      'Slipway {version} is downloaded and verified. Restart to install it; servers of Local stop meanwhile.',
    'update.file-damaged':
      'The download is incomplete, or not the file that was announced. It was deleted and nothing was installed. Try again; if it keeps happening, tell whoever publishes Slipway for you.',
    'update.no-answer': '{host} does not answer. Check the network, or try again later.',
    'update.certificate': 'The certificate of {host} is not one that this machine trusts.',
    'update.no-list':
      '{host} has no list of versions for this system. Whoever publishes Slipway for you has to put one there.',
    'update.list-unreadable': 'What {host} says about the newest version cannot be read. Nothing was installed.',
    'update.no-room': 'There is not enough disk space for the update. Free some, and try again.',
    'update.not-writable': 'Slipway may not write to where the update has to go.',
    'update.folder-not-writable':
      'Slipway may not write to {folder}, where its file lies. Make that folder writable, or put the file elsewhere and start it there.',
    'update.answered': '{host} answered with {status}. Try again later.',
    'update.failed': 'The update failed: {why}. Nothing was installed.',
  }) as const;
