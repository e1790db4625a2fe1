// The few abilities that a shell lends the core. Everything else about a shell stays in it.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { Secrets } from './secrets.ts';

export type Host = {
  readonly view: HostView;
  openLink(url: string): Promise<void>;
  /** The folder a person picked, or null when they closed the picker or the shell has none. */
  pickFolder(title: Message): Promise<string | null>;
  showInFolder(path: string): Promise<void>;
  /** Lets a drag that began in the window go on as one of this file, where the shell can. */
  dragOut?(file: string): Promise<void>;
  /** Keeps the tokens of instances. */
  readonly secrets: Secrets;
};
