// Variables that decide which code a program runs, whatever its build is. A token that may only start servers may not set them:
// with one of them a build does whatever the caller likes.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Caller } from '../../platform/access/callers.ts';

const names = new Set(
  [
    ['PATH', 'HOME', 'IFS', 'ENV', 'PS4', 'CDPATH', 'BASH_ENV', 'BASHOPTS', 'SHELLOPTS'], // shells
    ['GLIBC_TUNABLES', 'GCONV_PATH', 'LOCPATH', 'NLSPATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR'], // the C library, OpenSSL
    ['CLASSPATH', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS'],
    ['PATHEXT', 'COMSPEC', 'SYSTEMROOT', 'SYSTEMDRIVE'], // Windows
  ].flat(),
);
/** `LD_PRELOAD`, `NODE_OPTIONS`, `PYTHONPATH` and their like. */
const prefixes = [
  ['LD_', 'DYLD_', 'MALLOC_', 'OPENSSL_', 'BASH_FUNC_'],
  ['NODE_', 'ELECTRON_', 'PYTHON', 'PERL', 'RUBY', 'LUA_', 'JAVA_', 'DOTNET_', 'COMPLUS_', 'CORECLR_', 'MONO_'],
].flat();

/** Refuses a service token that sets one. The owner, a cloud token and the build itself may. */
export function refuseProgramVariables(caller: Caller, environment: Readonly<Record<string, string>> = {}): void {
  if (caller.kind !== 'service') return;
  const name = Object.keys(environment).find(decidesWhatRuns);
  if (name === undefined) return;
  throw new AppError(
    'API_FORBIDDEN',
    'server.variable-not-for-token',
    { name },
    { metadata: { errors: [{ path: ['runtime', 'environment', name] }] } },
  );
}

/** Windows does not tell capitals from small letters in names of variables. */
function decidesWhatRuns(variable: string): boolean {
  const name = variable.toUpperCase();
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
