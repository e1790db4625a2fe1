// Variables that decide which code a program runs, whatever its build is. A token that may only start servers may not set them:
// with one of them a build does whatever the caller likes.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { mayDo } from '../../../src-shared/service/token-rights.ts';
import type { Caller } from '../../platform/access/callers.ts';

const patterns = [
  /^(?:PATH|HOME|IFS|ENV|PS4|CDPATH|FPATH|ZDOTDIR|MODULE_PATH|BASH_ENV|BASHOPTS|SHELLOPTS|BASH_FUNC_.*)$/, // shells
  /^(?:LD_.*|DYLD_.*|MALLOC_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH)$/, // the loader and the C library
  /^(?:OPENSSL_.*|SSL_CERT_FILE|SSL_CERT_DIR)$/,
  /^(?:NODE_|ELECTRON_|BUN_|DENO_|PYTHON|PERL|RUBY|GEM_|BUNDLE_|LUA_|AWKPATH|AWKLIBPATH|ERL_|ELIXIR_|JULIA_|GUILE_|TCLLIBPATH)/,
  /^(?:PHPRC|PHP_INI_SCAN_DIR|R_(?:PROFILE|ENVIRON|LIBS).*|GODOT_.*|WINEDLL.*)$/,
  /^(?:SDL_.*|GTK_.*|GIO_.*|QT_.*|VK_.*|LIBGL_.*|ALSA_.*)$/, // libraries that load others
  /^(?:CLASSPATH|(?:JDK|OPENJ9|IBM)?_JAVA_OPTIONS|JAVA_.*)$/,
  /^(?:.*_OPTS|(?:CATALINA|MAVEN|GRADLE)_.*|M2_HOME|ANT_HOME|ANT_ARGS)$/, // start scripts hand them to Java
  /^(?:DOTNET_|COMPLUS_|CORECLR_|MONO_)/,
  /^(?:PATHEXT|COMSPEC|SYSTEMROOT|SYSTEMDRIVE)$/, // Windows
];

/** Refuses a token that sets one and may push nothing. The owner, whoever may push, and the build itself may. */
export function refuseProgramVariables(caller: Caller, environment: Readonly<Record<string, string>> = {}): void {
  if (mayRunAnything(caller)) return;
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
  return patterns.some((pattern) => pattern.test(name));
}

function mayRunAnything(caller: Caller): boolean {
  if (caller.kind !== 'cloud') return caller.kind === 'owner';
  return caller.limits === undefined || mayDo(caller.limits.can, 'push');
}
