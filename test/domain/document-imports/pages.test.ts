import { expect } from 'chai';
import type { DerivedFile } from '../../../domain/document-imports/import-events.ts';
import type { ImportStatus, KnownImport } from '../../../domain/document-imports/imports.ts';
import {
  decidePages,
  findJoinProblems,
  findPageProblems,
  type PagedImport,
} from '../../../domain/document-imports/pages.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { openedFile } from '../../support/company-file-samples.ts';

const known = (id: number, status: ImportStatus = 'ready', fields: Partial<PagedImport> = {}): PagedImport => ({
  id,
  version: 3,
  kind: 'pdf',
  status,
  is_trashed: false,
  batch_id: 'b',
  expanded_into: [],
  ...fields,
});
const part = (id: number, importId: number, pages: readonly number[]): DerivedFile => ({
  id,
  parent_id: importId,
  original_name: 'a (1).pdf',
  mime: 'application/pdf',
  kind: 'pdf',
  size: 10,
  sha256: 'a'.repeat(64),
  sources: [{ import_id: importId, pages }],
});
const decide = (command: Parameters<typeof decidePages>[0]) => decidePages(command, openedFile);
const codesOf = (problems: readonly { readonly code: string; readonly field?: string }[]) =>
  problems.map(({ code, field }) => `${field} ${code}`);

describe('Pages of an import', () => {
  const parts = [part(8, 7, [1, 2]), part(9, 7, [3])];

  it('become imports of their own, and the import is expanded', () => {
    const events = decide({ type: 'SplitImport', facts: known(7), earlier: [], parts, baseVersion: null });
    expect(events).to.deep.equal([
      { type: 'DocumentsDerived', data: { batch_id: 'b', imports: parts } },
      { type: 'ImportExpanded', data: { id: 7, version: 4, into: [8, 9], status_before: 'ready', into_before: [] } },
    ]);
  });

  it('can be divided again until a part was used: the earlier parts go to the recycle bin', () => {
    const facts = known(7, 'expanded', { expanded_into: [5, 6] });
    const splitWith = (...earlier: readonly KnownImport[]) =>
      decide({ type: 'SplitImport', facts, earlier, parts, baseVersion: null });
    const events = splitWith(known(5), known(6, 'error', { is_trashed: true }));
    expect(isRefusal(events) ? events : events.map(({ type, data }) => [type, 'id' in data && data.id])).to.deep.equal([
      ['ImportTrashed', 5],
      ['DocumentsDerived', false],
      ['ImportExpanded', 7],
    ]);
    for (const status of ['validated', 'expanded'] as const)
      expect(splitWith(known(5), known(6, status))).to.have.property('code', 'import_parts_used');
  });

  it('are not taken from a validated or trashed import, from other kinds of files, or from another version', () => {
    const refusal = (facts: PagedImport, baseVersion: number | null = null) => {
      const decision = decide({ type: 'SplitImport', facts, earlier: [], parts, baseVersion });
      return isRefusal(decision) ? decision.code : decision;
    };
    expect(refusal(known(7, 'validated'))).to.equal('import_validated');
    expect(refusal(known(7, 'ready', { is_trashed: true }))).to.equal('not_found');
    for (const kind of ['image', 'xml', 'zip', 'eml'] as const)
      expect(refusal(known(7, 'ready', { kind }))).to.equal('import_not_splittable');
    expect(refusal(known(7), 2)).to.equal('conflict');
  });

  it('are each in exactly one part', () => {
    const check = (pages: readonly (readonly number[])[], isSplitAgain = false) =>
      codesOf(findPageProblems(pages, 3, isSplitAgain));
    expect(check([[1, 2], [3]])).to.deep.equal([]);
    expect(check([[3], [2, 1]])).to.deep.equal([]);
    expect(check([[1, 2, 3]])).to.deep.equal(['pages split_one_part']);
    expect(check([[1, 2, 3]], true)).to.deep.equal([]);
    expect(check([[1, 4], [2, 0], [3]])).to.deep.equal([
      'pages.0.1 split_page_unknown',
      'pages.1.1 split_page_unknown',
    ]);
    expect(
      check([
        [1, 2],
        [2, 3],
      ]),
    ).to.deep.equal(['pages.1.0 split_page_twice']);
    expect(check([[1], [], [2]])).to.deep.equal(['pages.1 split_part_empty', 'pages split_page_missing']);
    expect(check([])).to.deep.equal(['pages split_one_part', 'pages split_page_missing']);
  });
});

describe('Imports joined into one', () => {
  it('are expanded into the new one, in their order', () => {
    const joined = { ...part(9, 7, [1]), parent_id: null };
    const imports = [known(8, 'error', { kind: 'image', batch_id: 'first' }), known(7)];
    expect(decide({ type: 'JoinImports', imports, joined })).to.deep.equal([
      { type: 'DocumentsDerived', data: { batch_id: 'first', imports: [joined] } },
      { type: 'ImportExpanded', data: { id: 8, version: 4, into: [9], status_before: 'error', into_before: [] } },
      { type: 'ImportExpanded', data: { id: 7, version: 4, into: [9], status_before: 'ready', into_before: [] } },
    ]);
  });

  it('are known, open, different, and have pages', () => {
    const imports = [
      known(1),
      known(2, 'validated'),
      known(3, 'expanded'),
      known(4, 'ready', { kind: 'xml' }),
      known(5, 'ready', { is_trashed: true }),
    ];
    const byId = new Map(imports.map((one) => [one.id, one]));
    expect(codesOf(findJoinProblems([1], byId))).to.deep.equal(['import_ids join_too_few']);
    expect(codesOf(findJoinProblems([1, 1, 2, 3, 4, 5, 6], byId))).to.deep.equal([
      'import_ids.1 join_import_twice',
      'import_ids.2 import_validated',
      'import_ids.3 import_is_archive',
      'import_ids.4 import_not_joinable',
      'import_ids.5 reference_unknown',
      'import_ids.6 reference_unknown',
    ]);
    expect(
      decide({ type: 'JoinImports', imports: [known(1), known(2, 'validated')], joined: part(9, 1, [1]) }),
    ).to.have.property('code', 'import_validated');
  });
});
