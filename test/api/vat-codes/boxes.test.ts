import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('Boxes of VAT codes', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let path: string;
  let count = 0;

  const none = { base: [], due: [], deductible: [], non_deductible: [] };
  const body = (boxes?: unknown) => ({
    code: `B${(count += 1)}`,
    label: 'Achats divers',
    direction: 'purchase',
    kind: 'standard',
    rate: '21',
    ...(boxes !== undefined && { boxes }),
  });

  before(async () => {
    firm = await service.newFirm({ userLocale: null });
    file = await service.newCompany(firm.client);
    path = `${file.path}/vat-codes`;
  });

  it('are none for a code that comes without them', async () => {
    for (const boxes of [undefined, null, {}]) {
      expect((await firm.client.created(path, body(boxes))).boxes).to.deep.equal({ invoice: none, credit_note: none });
    }
  });

  it('are kept as they are given, and shown again', async () => {
    const boxes = {
      invoice: { base: [{ box: '82', sign: 1 }], deductible: [{ box: '59', sign: 1 }] },
      credit_note: {
        base: [
          { box: '82', sign: -1 },
          { box: '85', sign: 1 },
        ],
        deductible: [{ box: '63', sign: 1 }],
      },
    };
    const whole = { invoice: { ...none, ...boxes.invoice }, credit_note: { ...none, ...boxes.credit_note } };
    const created = await firm.client.created(path, body(boxes));
    expect(created.boxes).to.deep.equal(whole);
    expect((await firm.client.get(`${path}/${created.id}`)).body.boxes).to.deep.equal(whole);
    const emptied = await firm.client.expect(200).patch(`${path}/${created.id}`, { boxes: null });
    expect(emptied.boxes).to.deep.equal({ invoice: none, credit_note: none });
  });

  it('that are wrong are refused one by one, at creation and at a change', async () => {
    const boxes = {
      invoice: {
        base: [
          { box: '91', sign: 1 },
          { box: '81', sign: 0 },
        ],
        due: [{ box: 'YY', sign: 1 }],
        deductible: 'all',
      },
      credit_note: { base: [{ box: '85', sign: 1 }, { box: '85', sign: 1 }, 'x'] },
    };
    const paths = [
      'boxes.invoice.base.0.box',
      'boxes.invoice.base.1.sign',
      'boxes.invoice.due.0.box',
      'boxes.invoice.deductible',
      'boxes.credit_note.base.1.box',
      'boxes.credit_note.base.2',
    ];
    const [code] = (await firm.client.get<AnswerBody[]>(path)).body;
    const before = await service.core.log.readHead();
    for (const answer of [
      await firm.client.post(path, body(boxes)),
      await firm.client.patch(`${path}/${code!.id}`, { boxes }),
    ]) {
      expect(answer.status, answer.text).to.equal(422);
      expect(answer.body.errors).to.have.all.keys(...paths);
    }
    expect(await service.core.log.readHead()).to.equal(before);
  });

  it('are explained in the language of the reader', async () => {
    const wrong = { invoice: { base: [{ box: '91', sign: 1 }] } };
    const messages = new Set<string>();
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const { body: answer } = await firm.client.post(path, body(wrong), { 'Accept-Language': language });
      messages.add(answer.errors['boxes.invoice.base.0.box']![0]!);
    }
    expect(messages.size).to.equal(4);
    expect([...messages].join()).not.to.contain('vat_box');
  });

  it('have one form in packs and files: what a pack shows can be posted', async () => {
    const { body: pack } = await firm.client.get('/v1/country-packs/BE');
    const shown = (pack.vat_codes as AnswerBody[]).find(({ code }) => code === 'P-S-21-D50')!;
    const created = await firm.client.created(path, body(shown.boxes));
    expect(created.boxes).to.deep.equal(shown.boxes);
    const again = await firm.client.patch(`${path}/${created.id}`, created);
    expect([again.status, again.body.version]).to.deep.equal([200, 1]);
  });

  it('of other names are refused, not left out', async () => {
    const boxes = { creditNote: {}, invoice: { nonDeductible: [], base: [{ box: '82', sing: 1, sign: 1 }] } };
    const { status, body: refused } = await firm.client.post(path, body(boxes), { 'Accept-Language': 'nl' });
    expect([status, refused.code]).to.deep.equal([422, 'unknown_field']);
    expect(refused.errors).to.deep.equal({
      'boxes.creditNote': ['Onbekend veld “boxes.creditNote”. Bedoelt u credit_note?'],
      'boxes.invoice.nonDeductible': ['Onbekend veld “boxes.invoice.nonDeductible”. Bedoelt u non_deductible?'],
      'boxes.invoice.base.0.sing': ['Onbekend veld “boxes.invoice.base.0.sing”. Bedoelt u sign?'],
    });
  });

  it('of the country are what every code of a new file fills', async () => {
    const codes = (await firm.client.get<AnswerBody[]>(path)).body.filter(({ code }) => code === 'P-S-21-D50');
    expect(codes[0]!.boxes).to.deep.equal({
      invoice: {
        base: [{ box: '82', sign: 1 }],
        due: [],
        deductible: [{ box: '59', sign: 1 }],
        non_deductible: [{ box: '82', sign: 1 }],
      },
      credit_note: {
        base: [
          { box: '82', sign: -1 },
          { box: '85', sign: 1 },
        ],
        due: [],
        deductible: [{ box: '63', sign: 1 }],
        non_deductible: [
          { box: '82', sign: -1 },
          { box: '85', sign: 1 },
        ],
      },
    });
    expect(codes[0]).to.include({ exigibility: 'invoice', intra_listing: null, nature: 'services' });
  });
});
