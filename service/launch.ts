import { fileURLToPath } from 'node:url';
import { loadScript } from '../support/compiled-script.ts';

/** What starts the built service: it becomes dist/main.js, and the service itself is one script. */

const SERVICE = fileURLToPath(new URL('service/main.cjs', import.meta.url));

const service = await loadScript<{ run(): Promise<void> }>(SERVICE);
await service.run();
