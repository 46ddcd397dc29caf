import { VERSION } from '../../support/version.ts';
import { printResult } from '../script.ts';
import { migrateConfiguredSchema, runWithPlainErrors } from '../tool.ts';

export interface MigrateValues {
  readonly json: boolean;
}

export const migrateSchema = (values: MigrateValues): Promise<void> =>
  runWithPlainErrors(async () => {
    const applied = await migrateConfiguredSchema();
    printResult(
      values.json,
      { version: VERSION, applied },
      applied.length === 0
        ? `The schema is already that of version ${VERSION}.`
        : `The schema is that of version ${VERSION}: ${applied.length} migrations were applied.`,
    );
  });
