// Words for a shell. Pure.

/** One word, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What the tools that build the wall have in their environment, and the shell sets. */
const OF_THE_WALL = ['PATH', 'LC_ALL', 'PWD', 'OLDPWD'];
const PLAIN_NAME = /^[A-Za-z_]\w*$/;
/** What a shell refuses to set, or sets to a value of its own. */
const OF_SHELLS =
  /^(?:_|E?UID|PPID|GROUPS|SHELLOPTS|BASH\w*|DIRSTACK|FUNCNAME|LINENO|S?RANDOM|SECONDS|EPOCH\w+|HISTCMD|OPTIND|PIPESTATUS|SHLVL|COMP_\w+)$/;

/**
 * What a shell runs to set these variables before it becomes the program in its arguments. A shell can't set names with dots
 * or dashes, nor its own; env can.
 */
export function settingVariables(environment: Readonly<Record<string, string>>): string {
  const all = Object.entries(environment);
  const isExported = (name: string) => PLAIN_NAME.test(name) && !OF_SHELLS.test(name);
  const exports = all.filter(([name]) => isExported(name)).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const others = all.filter(([name]) => !isExported(name)).map(([name, value]) => quoted(`${name}=${value}`));
  return [
    `unset ${OF_THE_WALL.join(' ')}`,
    ...exports,
    ...(others.length === 0 ? [] : [`set -- /usr/bin/env -- ${others.join(' ')} "$@"`]),
  ].join('\n');
}
