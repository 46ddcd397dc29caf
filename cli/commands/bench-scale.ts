import { declareCommand, JSON_OPTION } from '../program/declaration.ts';
import { WrongUsage } from '../script.ts';
import { exposeGarbageCollector } from './bench.ts';

export const benchScale = declareCommand({
  name: 'bench scale',
  summary: 'Measure an installation of many firms and company files. Needs the development packages.',
  script: 'bench:scale',
  options: {
    files: { value: 'N', about: 'Company files; 5000 if not given.' },
    'files-per-firm': { value: 'N', about: 'Company files of each firm; 100 if not given.' },
    lines: { value: 'N', about: 'Entry lines of all files together; 10000000 if not given.' },
    clients: { value: 'N', about: 'API clients of each firm; 20 if not given.' },
    seconds: { value: 'N', about: 'How long each kind of request is sent; 20 if not given.' },
    processes: { value: 'N', about: 'Processes that serve the API; 1 if not given.' },
    'cache-mb': { value: 'N', about: 'COMPANY_CACHE_MB of each process; 128 if not given.' },
    json: JSON_OPTION,
  },
  notes: ['The default size takes hours and about 60 GB of disk. docs/scaling.md has figures and their sizes.'],
  examples: ['', '--files 500 --lines 100000 --clients 5'],
  run: async (values) => {
    exposeGarbageCollector();
    const [{ runScale }, { UnknownOption }] = await Promise.all([
      import('../../bench/scale/index.ts'),
      import('../../bench/options.ts'),
    ]);
    await runScale(values).catch((error: unknown) => {
      throw error instanceof UnknownOption ? new WrongUsage(error.message) : error;
    });
  },
});
