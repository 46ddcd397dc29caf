// Turns every TypeScript file of the service into dist/, one file for one file. Type checking is `npm run typecheck`.
import { build } from 'esbuild';
import { globSync } from 'node:fs';
