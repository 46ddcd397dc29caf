import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { buildFileHeader, isClientFileCurrent, extractTypedPart } from '../../api/documentation/client-types.ts';
import { buildOpenApiDocument } from '../../api/documentation/openapi.ts';
import { routes } from '../../api/routes.ts';
import type { components, paths } from '../../clients/typescript/schema.d.ts';

/** What a client knows of the API as its author types; `test/api/demo` runs the example against the service. */
describe('The types of the client', () => {
  it('are those of the document', () => {
    const file = readFileSync(new URL('../../clients/typescript/schema.d.ts', import.meta.url), 'utf8');
    expect(isClientFileCurrent(file, buildOpenApiDocument(routes, 'https://elsewhere.example')), 'run `npm run docs:client`').to.equal(
      true,
    );
  });

  it('are old when a field is another one, and changed when a line is', () => {
    const document = { properties: { example: { type: 'string', example: 'one' } } };
    const file = buildFileHeader(document, 'types') + 'types';
    const other = (type: string, example: string) => ({ properties: { example: { type, example } } });
    expect(isClientFileCurrent(file, other('string', 'another'))).to.equal(true);
    expect(isClientFileCurrent(file, other('integer', 'one'))).to.equal(false);
    expect(isClientFileCurrent(`${file}!`, document)).to.equal(false);
  });

  it('keep a property that is called like an example', () => {
    expect(extractTypedPart({ properties: { example: { example: 1 } }, example: 2 })).to.deep.equal({
      properties: { example: {} },
    });
  });

  // The compiler checks these: a document that says too little would make them fail there.
  it('tell what is there from what is not', () => {
    const invoice: '/v1/companies/{company}/entries/invoice' extends keyof paths ? true : false = true;
    const nowhere: '/v1/nowhere' extends keyof paths ? true : false = false;
    const amount: number extends components['schemas']['Entry']['total_debit'] ? true : false = false;
    const get: paths['/v1/auth/demo']['get'] = undefined;
    expect([invoice, nowhere, amount, get]).to.deep.equal([true, false, false, undefined]);
  });
});
