// English for what the system or SQLite says, and why a data folder is not used.

export const system = () =>
  ({
    'system.failed': 'This did not work: {why}.',
    'system.disk-full': 'the disk is full ({code}). Free some space on it, then try again',
    'system.no-right': 'this user has no permission ({code}). Grant it, or choose another place, then try again',
    'system.read-only': 'it can only be read, not written ({code}). Allow writing there, or choose another place',
    'system.disk-failed':
      'the disk failed to read or write it ({code}). Check the disk and how it is connected, and back up what is on it',
    'system.not-there': 'it does not exist, or no longer ({code}). Check its folder and drive',
    'system.not-opened':
      'it cannot be opened ({code}). Check that its folder exists, and that this user may write to it',
    'system.too-little-memory': 'the machine has too little free memory ({code}). End some programs, then try again',
    'system.in-use': 'another program uses it ({code}). End that one, or wait a moment, then try again',
    'system.file-damaged':
      'the file is damaged ({code}). Move it away, or put a copy of it in its place, then start again',
    'system.other-kind': 'a folder is where a file should be, or the other way round ({code}). Look there',
    'system.quota-used': 'this user has used up its share of the disk ({code}). Free some space, then try again',
    'system.too-many-files':
      'Slipway has as many files open as the system allows ({code}). Stop some servers, or raise the limit, then try again',
    'system.too-many-files-on-machine':
      'the machine has as many files open as it allows ({code}). End some programs, then try again',
    'system.name-taken': 'something with that name already exists ({code}). Move it away, or choose another name',
    'system.name-too-long': 'its name or path is too long for the system ({code}). Choose a shorter one',
    'system.file-too-large': 'the file is too large for that disk ({code}). Choose a place on another disk',
    'system.code': 'the system says {code}',
    'data.newer-format':
      '{folder} was written by a newer Slipway (format {found}; this one knows {known}). Nothing was changed. Update Slipway, or start with a fresh folder.',
    'data.folder-gone':
      'The data of Slipway is no longer at {folder}. Its drive may have been disconnected, or the folder was moved or removed. Nothing is written there until it is back. The app then continues by itself; start slipway serve again. Or start with a fresh folder.',
    'data.records-damaged':
      'The records in {folder} are damaged: {what}. They were left as they are. Start with a fresh folder, or put a copy from its backups folder in place.',
    'data.not-writable':
      'Slipway may not write to {folder} ({code}). Nothing was changed. Give it the right to write there, or start with another folder.',
    'data.not-a-folder':
      'There can be no data folder at {folder}: it is a file, or a folder above it is one ({code}). Nothing was changed. Choose another folder.',
    'data.disk-full':
      'The disk with {folder} is full ({code}). Nothing was changed. Free some space and start again, or start with a folder on another disk.',
    'data.disk-failed':
      'The disk with {folder} failed to read or write ({code}). Check the disk and how it is connected, and back up what is on it. Then start again, or start with a folder on another disk.',
    'data.records-unreadable': 'slipway.db cannot be read as records ({code})',
    'data.not-a-database': 'slipway.db is not a database',
    'data.database-corrupt': 'slipway.db is inconsistent (SQLITE_CORRUPT)',
    'data.changed-meanwhile':
      '{files} in {folder} changed while Slipway did not run. If that was not you, the disk may be failing: stop Slipway, run `slipway data check`, and compare with a copy.',
    'data.shutdown-marker': 'The clean shutdown marker',
    'data.folder-was-open':
      'Other users of this machine could look into {folder}; that is closed now. Whoever did may have seen its records.',
    'data.stays-open':
      "Other users of this machine can look into {folder}, as its disk keeps no rights. Choose a folder on another disk if you don't trust them all.",
    'data.open-to-others':
      'Other users of this machine can look into {folder}, and it belongs to another user, so Slipway cannot close it. Close it to others (chmod 700), or choose another folder.',
    'data.owner-token-was-open':
      "Other users of this machine could read {file}; that is closed now. If you don't trust them all, delete the file and start again: a new token is made.",
    'data.other-than-before': '{folder} holds other data than when Slipway was here last.',
    'data.folders-not-noted': 'Slipway cannot note which data folders it knows: {why}. It works without.',
    'data.in-use': 'Another Slipway already uses {folder}. Stop it first, or start with another folder.',
    'data.in-use-by':
      'Another Slipway (process {pid}) already uses {folder}. Stop it first, or start with another folder.',
    'data.in-use-at':
      'Another Slipway (process {pid}) already uses {folder}. It answers at {url}. Stop it first, or start with another folder.',
  }) as const;
