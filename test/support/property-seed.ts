import fc from 'fast-check';

/**
 * The walks of the property tests. A change is judged by what it does and not by luck, so `npm test` walks the same ways each
 * time; `PROPERTY_SEED=random` seeks new ones, and says the seed of the one that fails.
 */
const CHOSEN = process.env['PROPERTY_SEED'] ?? '1494';

// Mocha does not print the cause of an error, so the report contains it.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  includeErrorInReport: true,
  ...(CHOSEN !== 'random' && { seed: Number(CHOSEN) }),
});
