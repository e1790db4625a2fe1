// Runs the fixtures that leak on purpose; only leak-check.test.ts uses it.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.leak.ts'],
    environment: 'node',
    pool: 'forks',
    setupFiles: ['../leak-check.ts'],
  },
});
