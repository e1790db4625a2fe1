// Must be the first import: the page's rules forbid making code from text, which zod would try while schemas are made.
import { z } from 'zod';

z.config({ jitless: true });
