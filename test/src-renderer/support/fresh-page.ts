// All files of the window's tests share one page, as loading the app again for each takes a third of their time. Each begins with it empty.
import { beforeAll } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from './render.ts';

beforeAll(async () => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(414, 896);
});
