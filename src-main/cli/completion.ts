// `slipway completion`: what a shell needs to complete commands, subcommands and options, made from the commands themselves.
import { exactly, readArguments, usage } from './arguments.ts';
import type { Command } from './help.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** How each shell takes it in. */
const wayIn: Record<Shell, string> = {
  bash: 'source <(slipway completion bash), in ~/.bashrc',
  zsh: 'source <(slipway completion zsh), in ~/.zshrc after compinit',
  fish: 'slipway completion fish | source, in ~/.config/fish/config.fish',
};

/** `others` are the commands beside this one. */
export function createCompletion(others: readonly Command[]): Command {
  const completion: Command = {
    name: 'completion',
    summary: 'Print what a shell needs to complete slipway: bash, zsh or fish',
    usage: 'completion bash | zsh | fish',
    words: shells,
    options: shells.map((shell) => [shell, wayIn[shell]]),
    run: async (args, io) => {
      const { positionals } = readArguments('completion', args, {});
      const [word = ''] = exactly('completion', positionals, ['for which shell: bash, zsh or fish']);
      const shell = shells.find((each) => each === word);
      if (shell === undefined)
        throw usage('completion', `There are completions for ${shells.join(', ')}, not "${word}".`);
      io.stdout.write(scripts[shell]([...others, completion].map(knownOf)));
    },
  };
  return completion;
}

type Known = { name: string; summary: string; words: readonly string[]; options: readonly string[] };

function knownOf({ name, summary, words = [], options }: Command): Known {
  const named = options.flatMap(([left]) => left.match(/(?<!\S)--?[a-z][a-z\d-]*/g) ?? []);
  return { name, summary, words, options: [...new Set([...named, '--help'])] };
}

const scripts: Record<Shell, (commands: readonly Known[]) => string> = { bash, zsh, fish };

function bash(commands: readonly Known[]): string {
  const cases = commands.map(
    ({ name, words, options }) => `    ${name}) words="${words.join(' ')}" options="${options.join(' ')}" ;;`,
  );
  return `# Completes slipway in bash. ${wayIn.bash}.
_slipway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" options="--help"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "\${current:0:1}" = "-" ]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ -n "$words" ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _slipway slipway
`;
}

/** Colons part a word from its description, and quotes end it. */
function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
}

function zsh(commands: readonly Known[]): string {
  const named = commands.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`);
  const cases = commands.map(
    ({ name, words, options }) => `    ${name}) works=(${words.join(' ')}) options=(${options.join(' ')}) ;;`,
  );
  return `#compdef slipway
# Completes slipway in zsh. ${wayIn.zsh}.
_slipway() {
  local -a commands works options
  commands=(
${named.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  options=(--help)
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $options
  elif (( CURRENT == 3 )) && (( $#works )); then
    compadd -- $works
  else
    _files
  fi
}
compdef _slipway slipway
`;
}

function fish(commands: readonly Known[]): string {
  const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, words, options }) => [
    `complete -c slipway -n __fish_use_subcommand -f -a ${name} -d ${text(summary)}`,
    ...words.map((word) => `complete -c slipway -n '__fish_seen_subcommand_from ${name}' -f -a ${word}`),
    ...options.map((option) => `complete -c slipway -n '__fish_seen_subcommand_from ${name}' ${fishOption(option)}`),
  ]);
  return `# Completes slipway in fish. ${wayIn.fish}.\n${lines.join('\n')}\n`;
}

function fishOption(option: string): string {
  return option.startsWith('--') ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`;
}
