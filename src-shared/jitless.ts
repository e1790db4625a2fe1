// Keeps zod from making code from text, which the window's content security policy forbids. Import it before any schema.
import { z } from 'zod';

z.config({ jitless: true });
