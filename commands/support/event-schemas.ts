import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';

/** Last check before the log: an event that violates its declared schema is a bug and is never written. */
// The schemas are ours and a test validates them; doing so here would cost the first request 50 ms. Optimising
// the generated validator code takes longer than compiling it and brings no gain in V8.
const createAjv = (): Ajv2020 =>
  new Ajv2020({
    strict: true,
    strictTypes: false,
    allErrors: false,
    validateSchema: false,
    code: { optimize: false },
  });
/** Created with the first event, so that read-only processes do not need it. */
let ajv: Ajv2020 | null = null;
const validators = new Map<string, ValidateFunction>();

export function assertEventShape(event: DomainEvent): void {
  ajv ??= createAjv();
  let validate = validators.get(event.type);
  if (!validate) {
    const declaration = eventCatalogue[event.type];
    if (!declaration) throw new Error(`Event type ${event.type} is not in the catalogue`);
    validate = ajv.compile(declaration.schema);
    validators.set(event.type, validate);
  }
  if (!validate(event.data))
    throw new Error(`${event.type} does not match its schema: ${ajv.errorsText(validate.errors)}`);
}
