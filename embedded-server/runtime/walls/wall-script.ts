// The shell script that builds the wall of one server with the tools of util-linux. It runs as the first process of namespaces
// of its own, where it may mount what it likes and nobody else sees it. Pure.
import { quoted } from './shell-words.ts';
import { ENVIRONMENT_FD, LIFELINE_FD, STATUS_FD, type WallPlan, type WallUser } from './wall.ts';
import { mountTable } from './wall-root.ts';

const STDERR_FD = 6;
const UNTIL_ENDED = `exec sleep infinity 2>&${STDERR_FD}`;

/** `folder`: where the server finds its build, under the same name as outside. */
export function wallScript({ root, copy, kept, user, openFiles }: WallPlan, folder: string): string {
  return [
    'set -eu',
    `mount --all --fstab ${quoted(mountTable(root))}`,
    // From here on by short names: the data folder may go with its drive, and nothing may be made in its place.
    `cd ${quoted(root)}`,
    ...showFolder(copy, user, folder),
    ...kept.map(({ source, place }) => `mount --bind ${quoted(source)} ${quoted(`.${folder}/${place}`)}`),
    ...ownership(user, quoted(`.${folder}`)),
    'pivot_root . old',
    'umount -l old',
    'mount -o remount,bind,ro /',
    `cd ${quoted(folder)}`,
    // One more namespace of users is needed here, and none after it.
    ...(user.kind === 'ours' ? ['echo 1 > /proc/sys/user/max_user_namespaces'] : []),
    // This process is the namespace's first, with which all others end. While it waits for the one that waits for the program,
    // it collects all orphans as well.
    '(',
    ...runProgram(withoutRights(user), openFiles),
    ')',
    'exit 1',
  ].join('\n');
}

function showFolder(copy: WallPlan['copy'], user: WallUser, folder: string): string[] {
  const place = quoted(`.${folder}`);
  // One below /tmp has its place in a /tmp of its own.
  const make = `[ -d ${place} ] || mkdir -p ${place}`;
  if (copy.kind === 'made') {
    return [make, `mount --bind ${quoted(folder)} ${place}`];
  }
  // What only root may ask for: to give a file to somebody copies its name and rights, and its bytes once they are written to.
  const kind = user.kind === 'own' ? 'metacopy=on' : 'userxattr';
  const options = `lowerdir=${copy.build},upperdir=${folder},workdir=${copy.work},${kind}`;
  return [make, `mount -t overlay -o ${quoted(options)} overlay ${place}`];
}

function ownership(user: WallUser, place: string): string[] {
  return user.kind === 'own' ? [`chown -hR ${user.uid}:${user.uid} ${place}`] : [];
}

/**
 * Says the program's number, runs it without any rights of the wall's, and says its code. Variables are set last of all: one
 * like LD_PRELOAD would run its library with those rights. What runs this stays until it is ended, as others of the server may
 * live on.
 */
export function runProgram(dropRights: readonly string[], openFiles: number, stay = UNTIL_ENDED): string[] {
  const become = `eval "$(cat <&${ENVIRONMENT_FD})"; exec ${ENVIRONMENT_FD}<&-; exec "$@"`;
  const chain = [...dropRights, 'sh', '-c', become, 'sh'].map(quoted).join(' ');
  return [
    // A shell says on its own error output by which signal a program ended, and that would stand in the server's log.
    `exec ${STDERR_FD}>&2 2>/dev/null`,
    // One that has fewer already keeps them.
    `[ "$(ulimit -Sn)" -le ${openFiles} ] || ulimit -Sn ${openFiles} || :`,
    `[ "$(ulimit -Hn)" -le ${openFiles} ] || ulimit -Hn ${openFiles} || :`,
    'code=0',
    `(exec sh -c 'echo "pid $$" >&${STATUS_FD}; exec ${STATUS_FD}>&-; exec "$@"' sh ${chain} "$@" 2>&${STDERR_FD} ${STDERR_FD}>&- ${LIFELINE_FD}<&-) || code=$?`,
    `echo "exit $code" >&${STATUS_FD}`,
    stay,
  ];
}

function withoutRights(user: WallUser): string[] {
  if (user.kind === 'ours') {
    const { uid, gid } = user;
    return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, 'setpriv', '--no-new-privs'];
  }
  return becomeOwn(user);
}

/** By root, who gives it a user id of its own. */
export function becomeOwn({ uid }: Extract<WallUser, { kind: 'own' }>): string[] {
  const dropped = ['--clear-groups', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, ...dropped];
}
