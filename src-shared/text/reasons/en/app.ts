// English for what the app refuses or fails to do by itself.

export const app = () =>
  ({
    'app.window-port-taken':
      'Port {port} is taken by {owner}, so the window uses {used} this time. Close that program, or choose another port with --window-port.',
    'app.window-not-built': 'The window is not built. Run npm start, which builds it, or npm run build.',
    'app.opener-failed': '{opener} could not open {target}. Open it by hand.',
    'app.opener-failed-as-root':
      '{opener} could not open {target}. Slipway runs as root, and most browsers refuse to. Open it by hand, or run Slipway as another user.',
    'app.no-opener': 'This machine has no {opener} to open {target} with. Open it by hand.',
    'app.link-used': 'This link was already used, or is from an earlier start. Use the newest one.',
    'app.window-only': 'Only the Slipway window on this machine may ask here.',
    'app.no-link':
      'This window has no session: it was opened without a link, was signed out or not used for long, or Slipway was started again.',
    'app.window-failed': 'In the window: {message}',
    'app.address-not-opened': 'This address was not opened. {why}',
    'app.something-wrong': 'Something went wrong in Slipway',
    'app.window-reopened': 'The window was opened again',
    'app.goes-on': 'Slipway keeps running.',
    'app.log-has-details': '{what} The log has the details under {ray_id}.',
    'app.records-replaced': "The app's own records could not be read: {why}. They are kept as {file}; new ones begin.",
    'app.records-in-memory': "The app's own records cannot be kept in {file}: {why}. They last until it ends.",
    'activity.not-written': 'Calls could not be written to the activity log.',
    'activity.call-gone': 'This call is no longer stored.',
    'activity.address-had-secret': 'The address contained a secret, which is not stored, so it cannot be replayed.',
    'activity.players-not-written': 'The number of players could not be saved.',
    'activity.changes-things': '{method} changes data, so it cannot be replayed. Copy it as curl to run it yourself.',
    'connection-file.unreadable': '{name} cannot be read. Check that it still exists and that you may read it.',
    'connection-file.unusable': '{name} is not a connection file that Slipway can use: {why}. Nothing was done.',
    'link.nothing-done': '{why} Nothing was done.',
    'link.name-not-shown': 'The name that it gives to the remote cannot be shown. Nothing was done.',
    'question.answered-already': 'This was already answered.',
    'question.under-way': 'This is already in progress.',
    'question.token-first': 'Enter the token of this remote first.',
    'sample.no-namespace': '{name} has no namespace to run in.',
    'sample.not-taken': 'The service refused the sample: {answer}',
    'sample.not-published': 'The service has not published the sample.',
    'sample.not-started': '{name} did not start. {why}',
    'settings.unreadable':
      '{file} cannot be read: {why}. Nothing was changed. Let Slipway read it, or move it away to start with default settings.',
    'settings.not-writable': 'The settings cannot be written: {why}. Nothing was changed.',
    'settings.defaults': 'Slipway starts with default settings',
    'settings.newer-slipway': 'The settings are from a newer Slipway',
    'settings.kept-as-newer':
      'They were written by a newer Slipway. This one uses the settings that it knows; the original file is kept as {file}.',
    'settings.kept-as': 'The settings file could not be read; it is kept as {file}.',
    'link.refused': 'Somebody refused this device link there. Ask for another one if that was a mistake.',
    'rollback.crashes-unknown':
      'This instance does not tell how often its versions crashed. {version} is the last one that was not rolled back.',
    'rollback.ran-only': '{version} ran here for {ran} without a crash. Whether it runs well is not known.',
    'rollback.never-ran': 'Nothing ever ran here. {version} was deployed before.',
    'rollback.crashed': '{version} crashed ({count}×), last at {at}.',
    'rollback.did-not-start': '{version} did not start ({count}×).',
    'rollback.would': '{namespace} would go back from {from} to {version}. Nothing was changed.',
    'switch.runs-already': '{namespace} runs {version} already.',
    'switch.switched': '{namespace} switched to {version}.',
    'switch.version-by-id': 'the version {id}',
    'switch.not-read-back':
      'The switch was answered, and what {namespace} runs now cannot be read. It may run {version} or {from}.',
    'switch.not-answered':
      'The switch got no answer ({why}), and what {namespace} runs now cannot be read. It may run {version} or {from}.',
    'switch.switched-by-others': '{namespace} runs {present} now, not {version}: somebody else switched it.',
    'switch.not-arrived': '{namespace} still runs {present}: the switch did not arrive ({why}).',
    'switch.change-unknown': 'Whether it changed is not known: {why}',
    'switch.limits-changed': 'The limits changed.',
    'switch.limits-not-changed': 'The limits did not change: {why}',
    'switch.hosting-changed': 'How it keeps its servers changed.',
    'switch.hosting-not-changed': 'How it keeps its servers did not change: {why}',
    'update.unsigned':
      'What {host} says about newer versions is not signed by whoever built this Slipway. It was ignored.',
  }) as const;
