// What an editor or a script needs to speak to an instance, as variables to copy: its address, its token, and which game.
import { findRunningService } from '../../../embedded-server/index.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { EnvironmentBlocks } from '../../../src-shared/instances/bridge.ts';
import type { Secrets } from '../host/secrets.ts';
import type { InstanceService } from './instance-service.ts';
import { tokenName } from './remote-instance.ts';

type Parts = { instances: InstanceService; secrets: Secrets };
type EnvironmentRequest = { instance_id: string; game_id?: string | undefined; namespace_id?: string | undefined };

/** The token leaves the place where it is kept only for this, when a person asks for it. */
export async function readEnvironment(
  { instances, secrets }: Parts,
  request: EnvironmentRequest,
): Promise<EnvironmentBlocks> {
  const instance = instances.find(request.instance_id).view();
  const { url, name } = instance;
  const token =
    instance.kind === 'local'
      ? (await findRunningService(instance.data_folder))?.token
      : await secrets.get(tokenName(request.instance_id));
  if (url === undefined || token === undefined) {
    throw new AppError('TOKEN_MISSING', 'instance.nothing-to-copy', { name });
  }
  return environmentBlocks([
    ['SLIPWAY_URL', url],
    ['SLIPWAY_TOKEN', token],
    ...(request.game_id === undefined ? [] : [['SLIPWAY_GAME_ID', request.game_id] as const]),
    ...(request.namespace_id === undefined ? [] : [['SLIPWAY_NAMESPACE_ID', request.namespace_id] as const]),
  ]);
}

/** Quoted as each shell wants it, so that nothing in a value is run. */
export function environmentBlocks(variables: readonly (readonly [string, string])[]): EnvironmentBlocks {
  const lines = (line: (name: string, value: string) => string) =>
    variables.map(([name, value]) => `${line(name, value)}\n`).join('');
  return {
    bash: lines((name, value) => `export ${name}='${value.replaceAll("'", "'\\''")}'`),
    powershell: lines((name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`),
    dotenv: lines((name, value) => `${name}="${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`),
  };
}
