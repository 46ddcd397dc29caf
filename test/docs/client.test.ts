import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { clientTypes, typeOf } from '../../api/documentation/client-types.ts';
import { openApiDocument } from '../../api/documentation/openapi.ts';
import { routes } from '../../api/routes.ts';

/** What a client knows of the API as its author types; `test/api/demo` runs the example against the service. */
describe('The types of the client', () => {
  it('are those of the document', () => {
    const file = readFileSync(new URL('../../docs/clients/typescript/schema.ts', import.meta.url), 'utf8');
    const isCurrent = file === clientTypes(openApiDocument(routes, 'https://elsewhere.example'));
    expect(isCurrent, 'run `npm run docs:client`').to.equal(true);
  });

  const types: Readonly<Record<string, object>> = {
    "components['schemas'][\"Entry\"]": { $ref: '#/components/schemas/Entry' },
    '"posted" | "reversed"': { enum: ['posted', 'reversed'] },
    '(number)[]': { type: 'array', items: { type: 'integer' } },
    '("a" | "b")[] | null': { anyOf: [{ type: 'array', items: { enum: ['a', 'b'] } }, { type: 'null' }] },
    'string | null': { type: ['string', 'null'] },
    '{ id: number; "due-on"?: string }': {
      type: 'object',
      properties: { id: { type: 'integer' }, 'due-on': { type: 'string' } },
      required: ['id'],
    },
    '{ [name: string]: string }': { type: 'object', additionalProperties: { type: 'string' } },
    unknown: {},
  };
  for (const [type, schema] of Object.entries(types))
    it(`say ${type} of ${JSON.stringify(schema)}`, () => {
      expect(typeOf(schema as Readonly<Record<string, unknown>>).replace(/^\((.*)\) \| null$/, '$1 | null')).to.equal(type);
    });
});
