// Playwright for the window's tests, with the frame that they run in at hand: vitest has it looked for in the page for each thing that a
// test does there, which was a third of what a press costs.
import { PlaywrightBrowserProvider, type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright';

type Provider = ReturnType<typeof playwright>;

/** As vitest names it. */
const FRAME = 'vitest-iframe';

export function windowProvider(options: PlaywrightProviderOptions): Provider {
  const provider = playwright(options);
  const providerFactory: Provider['providerFactory'] = (project) => {
    const made = provider.providerFactory(project);
    if (!(made instanceof PlaywrightBrowserProvider)) return made;
    const contextOf = made.getCommandsContext.bind(made);
    return Object.assign(made, {
      getCommandsContext: (session: string) => {
        const { page, context, frame, iframe } = contextOf(session);
        return { page, context, frame, iframe: page.frame(FRAME) ?? iframe };
      },
    });
  };
  return { ...provider, providerFactory };
}
