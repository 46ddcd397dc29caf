import { expect } from 'chai';
import * as fc from 'fast-check';
import { buildContentDisposition } from '../../../api/exports/file-name.ts';

describe('The name of an exported file', () => {
  const cases: Readonly<Record<string, readonly [plain: string, full: string]>> = {
    'Relevé Été': ['Releve-Ete.pdf', 'Relevé Été.pdf'],
    'a"; filename="b.exe': ['a-filename-b.exe.pdf', 'a ; filename= b.exe.pdf'],
    'a\r\nSet-Cookie: b=1': ['a-Set-Cookie-b-1.pdf', 'a Set-Cookie b=1.pdf'],
    '../../etc/passwd': ['etc-passwd.pdf', 'etc passwd.pdf'],
    '..\\..\\boot.ini': ['boot.ini.pdf', 'boot.ini.pdf'],
    '日本 (株)': ['export.pdf', '日本 (株).pdf'],
    'exe.\u202efdp': ['exe.-fdp.pdf', 'exe. fdp.pdf'],
    '\ud800': ['export.pdf', 'export.pdf'],
    '': ['export.pdf', 'export.pdf'],
    "L'Œuvre*": ['L-OEuvre.pdf', "L'Œuvre.pdf"],
  };
  for (const [name, [plain, full]] of Object.entries(cases)) {
    it(`is safe for ${JSON.stringify(name)}`, () => {
      const [, ascii, encoded] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(
        buildContentDisposition(name, 'pdf'),
      )!;
      expect([ascii, decodeURIComponent(encoded!)]).to.deep.equal([plain, full]);
    });
  }

  it('is a header of plain characters for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = buildContentDisposition(name, 'csv');
        expect(header).to.match(
          /^attachment; filename="[A-Za-z0-9_][A-Za-z0-9._-]*\.csv"; filename\*=UTF-8''[A-Za-z0-9%._~-]+\.csv$/,
        );
        const full = decodeURIComponent(header.split("''")[1]!);
        expect(full).to.not.match(/[/\\"\p{Cc}]|^\./u);
      }),
    );
  });
});
