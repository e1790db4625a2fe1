// What the window gives out, as a test sees it: texts on the clipboard, and files that it saves.
import { onTestFinished, vi } from 'vitest';

/** Each text that is copied from now on. */
export function watchCopies(): string[] {
  const copies: string[] = [];
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copies.push(text));
  onTestFinished(() => spy.mockRestore());
  return copies;
}

/** Each file that is saved from now on, with its text. The page of the tests stays where it is. */
export function watchSaves(): { name: string; text: string }[] {
  const saves: { name: string; text: string }[] = [];
  const read = async (href: string, name: string) => void saves.push({ name, text: await (await fetch(href)).text() });
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    void read(this.href, this.download);
  });
  onTestFinished(() => spy.mockRestore());
  return saves;
}
