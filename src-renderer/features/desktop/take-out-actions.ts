// Takes builds out of the window: dragged as a file, or saved. The window only says which.
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import { client } from '../../bridge/client.ts';
import { phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';

/** Goes on with a drag that began on a build. */
export async function dragBuild(target: BuildTarget): Promise<void> {
  await orSay(phrase('The build was not dragged out'), () => client.call('desktop.dragBuild', target));
}

/** Saves a build where the person says. */
export async function saveBuild(target: BuildTarget, name: string): Promise<void> {
  await orSay(phrase('The build was not saved'), async () => {
    const { file } = await client.call('desktop.saveBuild', target);
    if (file !== null) say({ state: 'done', title: phrase('{name} was saved', { name }), detail: file });
  });
}

async function orSay(title: Message, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    say({ state: 'failed', title, detail: asAppError(thrown).toMessage() });
  }
}
