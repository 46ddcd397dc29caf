import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/** Errors that published schemas find in our files. */

const IMPORTED = ['IntervatInputCommon_v0_9', 'IntervatIsoTypes_v0_9'];

const readSchema = async (name: string) => ({
  fileName: `${name}.xsd`,
  contents: await readFile(new URL(`../fixtures/schemas/${name}.xsd`, import.meta.url)),
});

export async function findSchemaErrors(
  xml: string | readonly string[],
  schema: 'vat-consignment' | 'be_vat_client_listing_consignment' | 'be_vat_intra_consignment' | 'ecdf-v1.1',
): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [xml].flat().map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [await readSchema(schema)],
    preload: await Promise.all(IMPORTED.map(readSchema)),
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
