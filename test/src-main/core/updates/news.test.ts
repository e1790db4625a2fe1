import { expect, test } from 'vitest';
import { createNews } from '../../../../src-main/core/updates/news.ts';

function fileWith(stored: Record<string, unknown>) {
  return {
    stored,
    read: () => stored,
    change: (edit: (now: Record<string, unknown>) => Record<string, unknown>) =>
      void Object.assign(stored, edit(stored)),
  };
}
const report = () => undefined;
const news = { version: '0.2.0', notes: ['More.'] };

test('shows nobody unasked what is new who starts it for the first time', () => {
  const file = fileWith({});
  const made = createNews({ file, news, version: '0.2.0', report });
  made.start();
  expect(made.source.snapshot()).toEqual({ news, is_unread: false });
  expect(file.stored).toEqual({ read_news_of: '0.2.0' });
});

test('shows it once after an update', () => {
  const file = fileWith({ read_news_of: '0.1.0' });
  const made = createNews({ file, news, version: '0.2.0', report });
  made.start();
  expect(made.source.snapshot().is_unread).toBe(true);
  made.read();
  expect(made.source.snapshot()).toEqual({ news, is_unread: false });
  expect(createNews({ file, news, version: '0.2.0', report }).source.snapshot().is_unread).toBe(false);
});

test('shows no news of another version, and none where there are none', () => {
  const file = fileWith({ read_news_of: '0.1.0' });
  for (const given of [undefined, { version: '0.3.0', notes: ['x'] }, { version: '0.2.0', notes: [] }]) {
    expect(createNews({ file, news: given, version: '0.2.0', report }).source.snapshot()).toEqual({
      news: null,
      is_unread: false,
    });
  }
});

test('takes to the log that it can keep nothing, and goes on', () => {
  const reported: unknown[] = [];
  const refuse = () => {
    throw new Error('read-only');
  };
  createNews({ file: { read: () => ({}), change: refuse }, news, report: (why) => reported.push(why) }).start();
  expect(reported).toEqual([new Error('read-only')]);
});
