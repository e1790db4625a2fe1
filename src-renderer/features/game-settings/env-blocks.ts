// What tools need to reach a game, in the words of each tool. Pure. Values are quoted by the rules of the language they stand in.

/** What is told to a tool. Without a token its place is marked. */
export type EnvFacts = { url: string; game_id: string; namespace_id: string | undefined; token: string | undefined };
/** A tool whose language is spoken. */
export type EnvTool = 'bash' | 'powershell' | 'dotenv' | 'unity' | 'godot';

/** The tools, as people call them. */
export const envTools: readonly { value: EnvTool; label: string }[] = [
  { value: 'bash', label: 'bash' },
  { value: 'powershell', label: 'PowerShell' },
  { value: 'dotenv', label: '.env' },
  { value: 'unity', label: 'Unity' },
  { value: 'godot', label: 'Godot' },
];

/** Stands where a token has to be pasted. */
export const TOKEN_PLACE = 'paste-a-token-here';

/** A text to paste into a tool. */
export function envBlock(tool: EnvTool, { url, game_id, namespace_id, token = TOKEN_PLACE }: EnvFacts): string {
  const values: [string, string][] = [
    ['URL', url],
    ['TOKEN', token],
    ['GAME_ID', game_id],
    ...(namespace_id === undefined ? [] : [['ENVIRONMENT_ID', namespace_id] satisfies [string, string]]),
  ];
  const lines = (line: (name: string, value: string) => string) => values.map(([name, value]) => line(name, value));
  switch (tool) {
    case 'bash':
      return lines((name, value) => `export SLIPWAY_${name}='${value.replaceAll("'", String.raw`'\''`)}'`).join('\n');
    case 'powershell':
      return lines((name, value) => `$env:SLIPWAY_${name} = '${value.replaceAll("'", "''")}'`).join('\n');
    case 'dotenv':
      return lines((name, value) => `SLIPWAY_${name}=${JSON.stringify(value)}`).join('\n');
    case 'unity':
      return [
        'static class Slipway',
        '{',
        ...lines((name, value) => `    public const string ${camel(name)} = ${JSON.stringify(value)};`),
        '}',
      ].join('\n');
    case 'godot':
      return ['extends Node', '', ...lines((name, value) => `const SLIPWAY_${name} = ${JSON.stringify(value)}`)].join(
        '\n',
      );
  }
}

/** "GAME_ID" as C# has it: "GameId". */
function camel(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
