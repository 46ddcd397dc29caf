import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';

/** The last gate before the log: an event that is not of its declared shape is a bug, and is never written. */
// The schemas are ours, and a test holds them against the dialect: doing so here would take the first request 50 ms. Making
// the code of the validators shorter takes longer than compiling them, and V8 does as well with what they are at first.
const openAjv = (): Ajv2020 =>
  new Ajv2020({
    ...{ strict: true, strictTypes: false, allErrors: false, validateSchema: false },
    code: { optimize: false },
  });
/** Made with the first event: processes that only read do without. */
let ajv: Ajv2020 | null = null;
const validators = new Map<string, ValidateFunction>();

export function assertEventShape(event: DomainEvent): void {
  ajv ??= openAjv();
  let validate = validators.get(event.type);
  if (!validate) {
    const declaration = eventCatalogue[event.type];
    if (!declaration) throw new Error(`Event type ${event.type} is not in the catalogue`);
    validate = ajv.compile(declaration.schema);
    validators.set(event.type, validate);
  }
  if (!validate(event.data)) throw new Error(`${event.type} is not of its shape: ${ajv.errorsText(validate.errors)}`);
}
