// What `import { z } from 'zod'` is in the window.
export * as z from './small-zod.ts';
