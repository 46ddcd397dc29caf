import { expect } from 'chai';
import fc from 'fast-check';
import { element, findElement, listElements, findText, writeXml, type XmlElement } from '../../../domain/xml.ts';
import { readXml, UnreadableXml, XML_LIMITS, type XmlLimits } from '../../../outside/xml/read-xml.ts';

const read = (text: string, limits?: Partial<XmlLimits>): Promise<XmlElement> =>
  readXml(Buffer.from(text), { ...XML_LIMITS, ...limits });

async function problemOf(xml: string | Uint8Array, limits?: Partial<XmlLimits>): Promise<string> {
  const error: unknown = await readXml(Buffer.from(xml), { ...XML_LIMITS, ...limits }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UnreadableXml)) throw new Error('It was read, or failed in another way');
  return error.problem;
}

describe('XML of strangers', () => {
  it('is a tree of local names, with text and attributes', async () => {
    const root = await read(
      '<?xml version="1.0"?><a:doc xmlns:a="urn:x" xmlns="urn:y" a:id="1"><line>é<![CDATA[ & ]]>x</line><line/>\n</a:doc>',
    );
    expect([root.name, root.namespace, root.attributes]).to.deep.equal(['doc', 'urn:x', { id: '1' }]);
    expect(listElements(root, 'line').map(({ text, namespace }) => [text, namespace])).to.deep.equal([
      ['é & x', 'urn:y'],
      ['', 'urn:y'],
    ]);
    expect([findText(root, 'line'), findText(root, 'none/deeper'), findElement(root, 'none')]).to.deep.equal([
      'é & x',
      null,
      undefined,
    ]);
  });

  it('is read in the encoding that it declares or is marked with', async () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>café</a>', 'latin1');
    expect((await readXml(latin)).text).to.equal('café');
    const wide = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>café</a>', 'utf16le');
    expect((await readXml(wide)).text).to.equal('café');
    expect((await readXml(Buffer.from('\ufeff<a>café</a>'))).text).to.equal('café');
  });

  for (const [name, xml, problem] of [
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'document_type'],
    ['a document type alone', '<!DOCTYPE a><a/>', 'document_type'],
    ['an entity that nobody defined', '<a>&x;</a>', 'malformed'],
    ['an unclosed element', '<a><b></a>', 'malformed'],
    ['nothing', '', 'malformed'],
    ['plain text', 'hello', 'malformed'],
    ['an unknown encoding', '<?xml version="1.0" encoding="UTF-7"?><a/>', 'encoding'],
    ['two bytes a character without a mark', '<?xml version="1.0" encoding="UTF-16"?><a/>', 'encoding'],
    ['bytes that are no UTF-8', Buffer.from('<a>\xe9</a>', 'latin1'), 'encoding'],
  ] as const)
    it(`is refused for ${name}`, async () => {
      expect(await problemOf(xml)).to.equal(problem);
    });

  it('is refused beyond its limits, however deep, long or wide', async () => {
    expect(await problemOf('<a>'.repeat(100_000))).to.equal('too_large');
    expect(await problemOf('<a><b/><b/><b/></a>', { maxElements: 3 })).to.equal('too_large');
    expect(await problemOf(`<a b="${'x'.repeat(100)}"/>`, { maxAttribute: 99 })).to.equal('too_large');
    expect(await problemOf('<a/>', { maxBytes: 3 })).to.equal('too_large');
  });

  it('tells the line of a mistake', async () => {
    const error: unknown = await read('<a>\n<b>\n</a>').catch((thrown: unknown) => thrown);
    expect((error as UnreadableXml).line).to.equal(3);
  });

  it('reads what was written, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        const root = await read(
          writeXml(element('a', [element('k', 'x'), element('b', text, { c: text }), element('d', null)])),
        );
        const kept = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
        expect(root.children.length).to.equal(text === '' ? 1 : 2);
        if (text !== '')
          expect(root.children[1]!.text).to.equal(kept.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim());
      }),
    );
  });
});
