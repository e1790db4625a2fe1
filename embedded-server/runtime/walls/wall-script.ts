// The shell script that builds the wall of one server with the tools of util-linux. It runs as the first process of namespaces
// of its own, where it may mount what it likes and nobody else sees it. Pure.
import path from 'node:path';
import { quoted } from './shell.ts';
import { ENVIRONMENT_FD, STATUS_FD, type WallPlan, type WallUser } from './wall.ts';

/** What of this machine a server sees. On most systems some of them are links, which are made again. */
const SYSTEM_FOLDERS = ['/usr', '/etc', '/opt', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/gnu'];
/** Where hosts and processors are looked up, below folders that stay out of sight. */
const SYSTEM_PLACES = ['/run/systemd/resolve', '/var/lib/ca-certificates', '/sys/devices/system', '/sys/fs/cgroup'];
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
const STREAMS = { fd: 'fd', stdin: 'fd/0', stdout: 'fd/1', stderr: 'fd/2' };
const STDERR_FD = 5;
const ROOT_OPTIONS = 'mode=755,size=4m';
const SCRATCH_OPTIONS = 'nosuid,nodev,mode=1777,size=256m';
const READ_ONLY = 'ro,nosuid,nodev';

/** `folder`: where the server finds its build, under the same name as outside. */
export function wallScript({ root, copy, runtimes, user }: WallPlan, folder: string): string {
  const inside = (place: string) => path.posix.join(root, place);
  const mounts = [
    ...DEVICES.map((name) => mountLine(`/dev/${name}`, inside(`dev/${name}`), 'none', 'bind')),
    mountLine('tmpfs', inside('dev/shm'), 'tmpfs', SCRATCH_OPTIONS),
    mountLine('tmpfs', inside('tmp'), 'tmpfs', SCRATCH_OPTIONS),
    mountLine('proc', inside('proc'), 'proc', 'nosuid,nodev,noexec'),
  ];
  return [
    'set -eu',
    `mount -t tmpfs -o ${ROOT_OPTIONS} tmpfs ${quoted(root)}`,
    `cd ${quoted(root)}`,
    'mkdir -p proc dev/shm tmp run var old',
    'ln -s /tmp var/tmp',
    ...Object.entries(STREAMS).map(([name, target]) => `ln -s /proc/self/${target} dev/${name}`),
    `touch ${DEVICES.map((name) => `dev/${name}`).join(' ')}`,
    `table_root=${quoted(tableWord(root))}`,
    `for one in ${SYSTEM_FOLDERS.join(' ')}; do`,
    '  if [ -L "$one" ]; then ln -s "$(readlink "$one")" ".$one"',
    '  elif [ -d "$one" ]; then',
    '    mkdir ".$one"',
    `    printf '%s\\n' "$one $table_root$one none rbind,${READ_ONLY} 0 0" >> mounts`,
    '  fi',
    'done',
    `printf '%s\\n' ${mounts.map(quoted).join(' ')} >> mounts`,
    ...[...SYSTEM_PLACES, ...runtimes].flatMap((place) => [
      `if [ -d ${quoted(place)} ] && [ ! -d ${quoted(`.${place}`)} ]; then`,
      `  printf '%s\\n' ${quoted(mountLine(place, inside(place), 'none', `rbind,${READ_ONLY},X-mount.mkdir`))} >> mounts`,
      'fi',
    ]),
    'mount --all --fstab ./mounts',
    'rm mounts',
    ...showFolder(copy, user, { folder, place: inside(folder) }),
    'pivot_root . old',
    'umount -l old',
    'rmdir old',
    'mount -o remount,bind,ro /',
    `cd ${quoted(folder)}`,
    ...runProgram(user),
  ].join('\n');
}

/** A line of a table of mounts, in which a space ends a word. */
function mountLine(source: string, place: string, type: string, options: string): string {
  return `${tableWord(source)} ${tableWord(place)} ${type} ${options} 0 0`;
}

function tableWord(text: string): string {
  return text.replaceAll('\\', '\\134').replaceAll(' ', '\\040').replaceAll('\t', '\\011').replaceAll('\n', '\\012');
}

function showFolder(copy: WallPlan['copy'], user: WallUser, at: { folder: string; place: string }): string[] {
  const place = quoted(at.place);
  const make = `mkdir -p ${place}`;
  if (copy.kind === 'made') {
    return [make, `mount --bind ${quoted(at.folder)} ${place}`, ...ownership(user, place)];
  }
  // What only root may ask for: to give a file to somebody copies its name and rights, and its bytes once they are written to.
  const kind = user.kind === 'own' ? 'metacopy=on' : 'userxattr';
  const options = `lowerdir=${copy.build},upperdir=${at.folder},workdir=${copy.work},${kind}`;
  return [make, `mount -t overlay -o ${quoted(options)} overlay ${place}`, ...ownership(user, place)];
}

function ownership(user: WallUser, place: string): string[] {
  return user.kind === 'own' ? [`chown -hR ${user.uid}:${user.uid} ${place}`] : [];
}

/**
 * Says the program's number, runs it without any rights of the wall's, and says its code. Variables are set last of all: one
 * like LD_PRELOAD would run its library with those rights. This process is the namespace's first, with which all others end,
 * so it stays until it is ended.
 */
function runProgram(user: WallUser): string[] {
  const become = `eval "$(cat <&${ENVIRONMENT_FD})"; exec ${ENVIRONMENT_FD}<&-; exec "$@"`;
  const chain = [...withoutRights(user), 'sh', '-c', become, 'sh'].map(quoted).join(' ');
  return [
    // One more namespace of users is needed here, and none after it.
    ...(user.kind === 'ours' ? ['echo 1 > /proc/sys/user/max_user_namespaces'] : []),
    // A shell says on its own error output by which signal a program ended, and that would stand in the server's log.
    `exec ${STDERR_FD}>&2 2>/dev/null`,
    'code=0',
    `(exec sh -c 'echo "pid $$" >&${STATUS_FD}; exec ${STATUS_FD}>&-; exec "$@"' sh ${chain} "$@" 2>&${STDERR_FD} ${STDERR_FD}>&-) || code=$?`,
    `echo "exit $code" >&${STATUS_FD}`,
    `exec sleep infinity 2>&${STDERR_FD}`,
  ];
}

function withoutRights(user: WallUser): string[] {
  if (user.kind === 'ours') {
    const { uid, gid } = user;
    return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, 'setpriv', '--no-new-privs'];
  }
  const { uid } = user;
  const dropped = ['--clear-groups', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, ...dropped];
}
