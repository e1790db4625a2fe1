// English for what the command line refuses, `slipway serve` warns of, and `slipway data` finds.

export const commandLine = () =>
  ({
    'cli.usage': '{sentence} See slipway {command} --help.',
    'cli.no-token': 'There is no token "{name}" of this game. `slipway tokens list` shows those that there are.',
    'cli.no-node': 'There is no node "{name}". `slipway nodes` shows those that there are.',
    'cli.node-ambiguous': 'Several nodes are called "{name}". Say which by its id: {ids}.',
    'cli.token-ambiguous': 'Several tokens are called "{name}". Say which by its id: {ids}.',
    'cli.no-game': 'There is no game "{name}" here. {known}',
    'cli.health-waiting': 'Waiting for the servers to be reachable, for up to {seconds} seconds.',
    'cli.health-ended': 'A server of it ended.',
    'cli.health-not-reachable': 'Its servers were not reachable within {seconds} seconds.',
    'cli.health-keeps-none':
      '{namespace} keeps 0 servers, so there is none to watch. Set how many it keeps, or push without --wait-healthy.',
    'cli.health-rolled-back': '{why} {namespace} was rolled back to {version}.',
    'cli.health-runs-none': '{why} {namespace} runs no version again, as before.',
    'cli.health-not-awaited':
      'Stopped. {namespace} runs {version} by now; whether its servers stay reachable was not seen. To go back, run slipway rollback.',
    'cli.health-stays': '{why} {namespace} could not be rolled back, as nothing that can run was there before.',
    'cli.health-not-rolled-back': '{why} {namespace} was not rolled back. {failed}',
    'cli.game-ambiguous': 'Several games are called "{name}". Name one by its name id: {ids}.',
    'cli.version-ambiguous': 'Several versions are called "{name}". Name one by its id: {ids}.',
    'cli.no-version': '{game} has no version "{name}". {known}',
    'cli.no-namespace': '{game} has no namespace "{name}". It has: {known}.',
    'cli.no-command': 'There is no command "{name}". See slipway --help.',
    'cli.no-command-but': 'There is no command "{name}". Did you mean {meant}? See slipway --help.',
    'cli.pack-stopped': 'Stopped. Nothing was kept of the pack.',
    'cli.confirm-switch': '{namespace} is protected. Confirm the switch with --confirm {namespace}.',
    'cli.confirm-keep': '{namespace} is protected. Confirm how it keeps servers with --confirm {namespace}.',
    'cli.confirm-end': '{namespace} is protected. Confirm the end of its server with --confirm {namespace}.',
    'cli.no-network-to-change':
      'Players reach {id} past Slipway, so its network cannot be changed. Give a port the routing game_guard.',
    'cli.file-is-there': '{file} already exists. Nothing was written. Name another file, or replace it with --force.',
    'cli.version-name-invalid': 'The version is not valid: {problems}.',
    'cli.no-namespace-at-all': '{game} has no namespace to send to.',
    'cli.link-cancelled': 'Cancelled. The link does nothing more.',
    'cli.allow-http': '{sentence} On the command line that is --allow-http.',
    'cli.trust-fingerprint':
      '{sentence}\nIt is for {subject} and good until {until}. If it is the same, add --trust-fingerprint {fingerprint}',
    'cli.serve-usage': '{sentence} See slipway serve --help.',
    'cli.own-node-unwritable':
      'Slipway keeps the Node that runs hosted servers in {folder}, and could not write it: {reason}. Make room or give rights there, or name another folder in XDG_CACHE_HOME.',
    'cli.certificate-needs-key': '--tls-cert and --tls-key go together: a certificate is of no use without its key.',
    'cli.number-invalid': '{option} takes a whole number from {least} to {most}, not "{text}".',
    'acme.port-refused':
      'The certificate authority asks this machine over HTTP at port {port}, and it cannot be opened: {why}. Free it, or run where it may be opened.',
    'acme.refused':
      'No certificate for {host} came from {authority}: {why}. The name has to lead to this machine, and port {port} has to be open from outside.',
    'cli.acme-beside-other-tls':
      '--acme-email gets a certificate by itself; leave out --tls-cert, --tls-key and --trust-proxy.',
    'cli.acme-needs-name': '--acme-email needs --public-url with a name, like https://games.example.',
    'cli.acme-email-invalid': '--acme-email takes an address like ops@games.example, not "{text}".',
    'cli.acme-directory-invalid': '--acme-directory takes the https address of an ACME directory, not "{text}".',
    'cli.blobs-invalid': '--blobs takes the place of builds like s3://bucket/prefix, not "{text}".',
    'cli.s3-endpoint-invalid': '--s3-endpoint takes the address of the store like https://s3.example, not "{text}".',
    'cli.s3-without-place': '{option} goes with a place like s3://bucket/prefix, in --blobs or for a backup.',
    'cli.store-away':
      'The object store {store} with the backup cannot be used at the moment ({why}). Nothing was changed. Check its address, and run the command again when the store answers.',
    'cli.store-silent':
      'The object store {store} with the backup does not answer. Nothing was changed. Check its address, and run the command again when the store answers.',
    'cli.store-away-at-start':
      'The object store {store} with the backup cannot be used at the moment ({why}), so the service did not start. Nothing was lost. Start it again when the store answers.',
    'cli.store-silent-at-start':
      'The object store {store} with the backup does not answer, so the service did not start. Nothing was lost. Start it again when the store answers.',
    'cli.backup-place-invalid':
      'A backup goes to a folder, to s3://bucket/prefix or to ssh://user@host/folder, not to "{text}".',
    'cli.s3-keys-missing':
      'The object store needs keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file that has them with --s3-keys.',
    'cli.s3-keys-unreadable':
      'The file {file} has no keys of an object store. Write the lines "aws_access_key_id = ..." and "aws_secret_access_key = ..." into it.',
    'cli.config-unreadable': 'The file of options {file} could not be read: {why}.',
    'cli.config-unknown':
      '{place}: "{line}" is no option of slipway serve. A line is "name = value", with a name of slipway serve --help without its dashes, or a comment after #.',
    'cli.config-empty': '{place}: {name} has no value. Give it one, or put # before the line.',
    'cli.config-yes-or-no': '{place}: {name} is yes or no, not "{value}".',
    'cli.fleet-invalid': '--fleet takes docker:///run/docker.sock or tcp://HOST:2376, not "{text}".',
    'cli.fleet-needs-tls':
      'An engine at {text} could be used by anybody without TLS. Give --fleet-tls-ca, --fleet-tls-cert and --fleet-tls-key.',
    'cli.host-needs-token':
      'A host needs the token for its server in {name}. The service that starts it puts it there.',
    'cli.server-ports-invalid': '--server-ports takes a range like 20000-29999, not "{text}".',
    'cli.version-without-build':
      '{version} has no build, so there is nothing to start. Push one, or name a build with --build.',
    'cli.switch-without-build':
      '{version} has no build, so {namespace} would end its servers and start none. Nothing was changed. To keep no servers, use slipway servers keep --count 0.',
    'cli.grace-invalid': '--grace takes seconds from 0 to {limit}, not "{text}".',
    'cli.token-not-kept':
      'The token of {name} is not kept where the command line can read it; the app may have it in the keychain. Give it in SLIPWAY_TOKEN.',
    'cli.no-service':
      'No service runs on {folder}. Start Slipway or `slipway serve`, name the folder of a service that runs with --data, or an instance with --url or --remote.',
    'cli.not-https':
      '{url} is not https: the token could be read on the way. Use https, or agree to that with --allow-http.',
    'cli.token-needed': 'Give the token of {url} in SLIPWAY_TOKEN.',
    'cli.several-remotes':
      'Several remotes have the address {url}: {names}. Name one with --remote, or give its token in SLIPWAY_TOKEN.',
    'backup.other-data':
      '{place} holds the backup of another service. Nothing was changed there. Name another folder, or start on the data folder that it belongs to.',
    'backup.newer':
      '{place} was written by a later service (number {generation}, since {since}; this data folder stands at {own}), so this folder is not the newest one. Nothing was changed. Start with an empty data folder and --restore, or name another folder for the backup.',
    'backup.taken-over':
      'Another service took over the backup in {place}. This one stops, because nobody would keep what it goes on to write.',
    'backup.gone':
      'The backup of this service is not there any more. Check that the disk or share of {place} is mounted.',
    'backup.gone-at-start':
      'The backup of this service is not in {place} any more, so the service did not start. Nothing was lost. Check that its disk or share is mounted, and start again. To begin a new backup there, remove {file} first.',
    'backup.within':
      'The backup cannot be in {place}, as it must be apart from the data in {folder}. Name a folder outside, at best on another disk.',
    'backup.within-blobs':
      'The backup cannot be in {place}: the service sweeps what it does not know from {blobs}, where its builds are. Name another prefix or bucket.',
    'backup.file-changed': '{name} is not in {place} any more, or was changed there. Restore once more.',
    'backup.ssh-failed':
      'The backup in {place} cannot be reached by ssh: {why}. Try the same address with ssh by hand; it has to work with a key and without a question.',
    'backup.generation-unreadable':
      '{file} cannot be read, so it is not known which service may write this backup. Put it back from a copy, or name another folder.',
    'backup.none': 'There is no backup in {place}. Check it: it is what was given to slipway serve --backup.',
    'backup.no-such-copy': 'There is no copy {name} in {place}. See slipway backup list.',
    'backup.copy-damaged': 'The copy {name} is damaged. Choose an earlier one; slipway backup list shows them.',
    'backup.folder-not-empty':
      '{folder} is not empty, and nothing in it is replaced. Restore into an empty or new folder.',
    'backup.no-room':
      'There is no room to restore the backup to {folder}. Free some space, or restore to another disk.',
    'cli.no-remote': 'There is no remote "{name}". {known}',
    'cli.no-server': 'There is no server with the id "{id}" here. See slipway servers list.',
    'cli.server-ambiguous': 'Several servers have an id that begins with "{id}": {ids}. Give more of it.',
    'cli.push-stopped': 'Stopped. What was sent is kept: run the same command to resume.',
    'cli.push-stopped-by-doctor': 'Nothing was sent. {findings} To send it anyway, add --force.',
    'cli.dry-push-stopped': 'Stopped. Nothing was sent.',
    'cli.server-ended': '{id} ended.',
    'cli.server-silent':
      '{id} is not up after {seconds} s. It runs, but listens on none of its ports. See slipway servers logs {id}.',
    'cli.server-not-up': '{id} is not up after {seconds} s. It is {state}. See slipway servers logs {id}.',
    'listening.certificate-ended': 'The certificate in {file} expired on {date}.',
    'listening.not-https':
      '{url} is not https: tokens of callers are sent unencrypted, which is safe only on a private network.',
    'listening.file-unreadable': 'it cannot be read',
    'listening.no-ip-address': 'The service listens on an IP address, and "{host}" is not one.',
    'listening.in-the-clear':
      'Listening on {host} without TLS would send tokens over the network unencrypted. Give --tls-cert and --tls-key, or --trust-proxy when a proxy in front does TLS.',
    'listening.needs-public-url':
      'Listening on {host} needs --public-url, so that the service knows the name it is called by.',
    'listening.public-url-not-https': '{url} says http, but with a certificate the service speaks https.',
    'listening.public-url-invalid':
      '--public-url takes an address like https://games.example, with nothing behind the name, not "{text}".',
    'listening.origin-invalid': '--allow-origin takes one origin like https://tools.example, not "{text}".',
    'listening.tls-certificate-missing': 'The TLS certificate {file} cannot be read: it does not exist.',
    'listening.tls-certificate-unreadable': 'The TLS certificate {file} cannot be read: {code}.',
    'listening.tls-key-missing': 'The TLS key {file} cannot be read: it does not exist.',
    'listening.tls-key-unreadable': 'The TLS key {file} cannot be read: {code}.',
    'listening.tls-key-not-of-certificate':
      'The key in {key} cannot be read, or does not belong to the certificate in {certificate}.',
    'export.none': '{folder} is not an export: it has no {file}.',
    'export.other-format':
      '{folder} is an export of another Slipway (format {written}.{records}; this one takes {known}.{known_records}). Use the one that wrote it, and export again with this one.',
    'export.damaged': 'The export in {folder} is damaged: {what}. Nothing was imported.',
    'export.folder-damaged':
      '{folder} is damaged: {what} Nothing was exported. `slipway data check` lists all that is damaged.',
    'data.folder-not-empty': '{folder} is not empty. Nothing was changed. Name a new or an empty folder.',
    'data.none-in-folder': 'There is no data of Slipway in {folder}.',
  }) as const;
