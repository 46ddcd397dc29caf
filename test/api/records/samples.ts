import type { AnswerBody } from '../../support/client.ts';

/** What the four resources share: each behaves the same, so each runs through the same tests. */
export interface Sample {
  readonly resource: string;
  /** Members of an answer besides those that every record has. */
  readonly members: readonly string[];
  /** A body that is complete; the number keeps unique fields apart. */
  readonly body: (n: number) => Record<string, unknown>;
  /** What becomes of that body. */
  readonly shown?: (n: number) => Record<string, unknown>;
  /** A change, and its outcome. */
  readonly change: (n: number) => Record<string, unknown>;
  readonly changed?: (n: number) => Record<string, unknown>;
  readonly required: readonly string[];
  /** Filled in by the service when they are absent. */
  readonly generated?: readonly string[];
  readonly wrong: readonly (readonly [body: Record<string, unknown>, errors: readonly string[]])[];
  readonly unique: string;
  /** A query narrows the target to records that the field takes. */
  readonly references: readonly (readonly [field: string, target: 'accounts' | 'vat-codes', query?: string])[];
  /** Values that a client must not be able to set. */
  readonly stray: Record<string, unknown>;
  readonly filters: readonly (readonly [query: string, matches: (record: AnswerBody) => boolean])[];
  readonly wrongFilters: readonly (readonly [query: string, field: string])[];
}

/** Members of the answer of every record. */
export const EVERY = ['id', 'company_id', 'version', 'lock_version', 'created_at', 'updated_at', 'deleted_at'];

export const samples: readonly Sample[] = [
  {
    resource: 'accounts',
    members: [
      'number',
      'label',
      'class',
      'type',
      'control_role',
      'is_postable',
      'is_letterable',
      'is_active',
      'vat_code_id',
    ],
    body: (n) => ({ number: `6109${n}`, label: `Frais divers ${n}`, type: 'expense' }),
    shown: (n) => ({
      number: `6109${n}`,
      label: `Frais divers ${n}`,
      type: 'expense',
      class: 6,
      control_role: null,
      is_postable: true,
      is_letterable: false,
      is_active: true,
      vat_code_id: null,
    }),
    change: (n) => ({ label: 'Renommé', is_letterable: 1, number: `7109${n}` }),
    changed: (n) => ({ label: 'Renommé', is_letterable: true, number: `7109${n}`, class: 7 }),
    required: ['number', 'label'],
    generated: ['type'],
    wrong: [
      [
        {
          number: '61A',
          label: 'x'.repeat(201),
          type: 'cost',
          control_role: 'nobody',
          is_postable: 'perhaps',
          is_active: 2,
          vat_code_id: 'x',
        },
        ['number', 'label', 'type', 'control_role', 'is_postable', 'is_active', 'vat_code_id'],
      ],
      [{ number: '1'.repeat(21), label: 5, type: 'asset' }, ['number', 'label']],
    ],
    unique: 'number',
    references: [['vat_code_id', 'vat-codes']],
    stray: { class: 9 },
    filters: [
      ['class=7', (account) => account['class'] === 7],
      ['type=equity', (account) => account['type'] === 'equity'],
      ['is_postable=0', (account) => account['is_postable'] === false],
      ['is_active=true', () => true],
      ['control_role=bank', (account) => account['control_role'] === 'bank'],
      ['class=4&type=liability', (account) => account['class'] === 4 && account['type'] === 'liability'],
    ],
    wrongFilters: [
      ['class=seven', 'class'],
      ['type=cost', 'type'],
      ['is_active=maybe', 'is_active'],
      ['vat_code_id=0', 'vat_code_id'],
    ],
  },
  {
    resource: 'journals',
    members: [
      'code',
      'label',
      'type',
      'control_account_id',
      'iban',
      'bic',
      'last_number',
      'is_active',
      'is_default',
      'description',
      'deleted_by',
      'entries_count',
      'control_account',
      'rules',
    ],
    body: (n) => ({ code: `J${n}`, label: `Journal ${n}`, type: 'bank', iban: 'be68 5390 0754 7034', bic: 'kredbebb' }),
    shown: (n) => ({
      code: `J${n}`,
      label: `Journal ${n}`,
      type: 'bank',
      control_account_id: null,
      iban: 'BE68539007547034',
      bic: 'KREDBEBB',
      last_number: 0,
      is_active: true,
      is_default: false,
      description: null,
      deleted_by: null,
      entries_count: 0,
      control_account: null,
      rules: [],
    }),
    change: () => ({ label: 'Renommé', description: 'Pour les tests', is_active: false }),
    required: ['code', 'label', 'type'],
    wrong: [
      [
        {
          code: 'TOOLONG',
          label: null,
          type: 'sales',
          iban: 'BE00 0000',
          bic: 'X',
          is_default: 'no way',
          control_account_id: -1,
        },
        ['code', 'label', 'type', 'iban', 'bic', 'is_default', 'control_account_id'],
      ],
      [{ code: 'A B', label: 'x', type: 'bank', description: 'x'.repeat(1001) }, ['code', 'description']],
    ],
    unique: 'code',
    references: [['control_account_id', 'accounts']],
    stray: { last_number: 50, entries_count: 50, deleted_by: 1, rules: [{}] },
    filters: [
      ['type=bank', (journal) => journal['type'] === 'bank'],
      ['is_default=1', (journal) => journal['is_default'] === true],
    ],
    wrongFilters: [
      ['type=sales', 'type'],
      ['is_default=x', 'is_default'],
    ],
  },
  {
    resource: 'vat-codes',
    members: [
      'code',
      'label',
      'direction',
      'kind',
      'nature',
      'rate',
      'deductible_rate',
      'exigibility',
      'intra_listing',
      'due_account_id',
      'deductible_account_id',
      'boxes',
      'is_active',
    ],
    body: (n) => ({ code: `V${n}`, label: `Taux ${n}`, direction: 'purchase', kind: 'standard', rate: '21' }),
    shown: (n) => ({
      code: `V${n}`,
      label: `Taux ${n}`,
      direction: 'purchase',
      kind: 'standard',
      nature: null,
      rate: '21.00',
      deductible_rate: '100.00',
      exigibility: 'invoice',
      intra_listing: null,
      due_account_id: null,
      deductible_account_id: null,
      boxes: {
        invoice: { base: [], due: [], deductible: [], non_deductible: [] },
        credit_note: { base: [], due: [], deductible: [], non_deductible: [] },
      },
      is_active: true,
    }),
    change: () => ({ label: 'Renommé', rate: 12.5, deductible_rate: '50' }),
    changed: () => ({ label: 'Renommé', rate: '12.50', deductible_rate: '50.00' }),
    required: ['code', 'label', 'direction', 'kind', 'rate'],
    wrong: [
      [
        { code: 'é', label: 'x', direction: 'both', kind: 'odd', rate: '100.01', deductible_rate: '-1', boxes: 'none' },
        ['code', 'direction', 'kind', 'rate', 'deductible_rate', 'boxes'],
      ],
      [
        {
          code: 'X',
          label: 'x',
          direction: 'sale',
          kind: 'standard',
          rate: '21.005',
          due_account_id: 'a',
          nature: 'stuff',
          exigibility: 'never',
          intra_listing: 'X',
          boxes: [],
        },
        ['rate', 'due_account_id', 'nature', 'exigibility', 'intra_listing', 'boxes'],
      ],
    ],
    unique: 'code',
    references: [
      ['due_account_id', 'accounts'],
      ['deductible_account_id', 'accounts'],
    ],
    stray: {},
    filters: [
      ['direction=sale', (code) => code['direction'] === 'sale'],
      ['kind=exempt', (code) => code['kind'] === 'exempt'],
      ['nature=investment', (code) => code['nature'] === 'investment'],
      ['intra_listing=T', (code) => code['intra_listing'] === 'T'],
    ],
    wrongFilters: [
      ['direction=up', 'direction'],
      ['kind=odd', 'kind'],
    ],
  },
  {
    resource: 'third-parties',
    members: [
      'type',
      'code',
      'name',
      'vat_number',
      'enterprise_number',
      'address',
      'street',
      'house_number',
      'box',
      'postal_code',
      'city',
      'country',
      'email',
      'phone',
      'language',
      'ibans',
      'bic',
      'mandates',
      'is_payment_blocked',
      'payment_block_reason',
      'reminders',
      'payment_days',
      'account_id',
      'default_account_id',
      'default_vat_code_id',
      'peppol_identifier',
      'peppol_registered',
      'peppol_checked_at',
      'vat_checked_at',
      'vat_valid',
      'vat_name',
      'vat_address',
      'vat_consultation_number',
      'is_active',
      'notes',
      'merged_into_id',
    ],
    body: (n) => ({
      type: 'supplier',
      code: `F-${n}`,
      name: `Fournisseur ${n}`,
      vat_number: 'BE 0477.472.701',
      country: 'be',
      email: 'a@example.com',
      ibans: ['BE68 5390 0754 7034'],
      payment_days: '30',
    }),
    shown: (n) => ({
      type: 'supplier',
      code: `F-${n}`,
      name: `Fournisseur ${n}`,
      vat_number: 'BE0477472701',
      country: 'BE',
      email: 'a@example.com',
      ibans: ['BE68539007547034'],
      payment_days: 30,
      is_active: true,
      notes: null,
      language: null,
      peppol_identifier: null,
      peppol_registered: false,
      vat_checked_at: null,
      vat_valid: null,
      merged_into_id: null,
    }),
    change: () => ({ name: 'Renommé', notes: 'Paie toujours à temps', ibans: [] }),
    required: ['type', 'name'],
    generated: ['code'],
    wrong: [
      [
        {
          type: 'friend',
          code: 'a b',
          name: '',
          vat_number: 'BE0477472702',
          country: 'Belgium',
          email: 'nobody',
          ibans: ['BE68539007547034', 'BE1'],
          bic: '?',
          payment_days: 366,
          language: 'es',
          account_id: 1.5,
        },
        [
          'type',
          'code',
          'name',
          'vat_number',
          'country',
          'email',
          'ibans.1',
          'bic',
          'payment_days',
          'language',
          'account_id',
        ],
      ],
      [{ type: 'customer', name: 'x', ibans: 'BE68539007547034', notes: 'x'.repeat(5001) }, ['ibans', 'notes']],
    ],
    unique: 'code',
    references: [
      ['account_id', 'accounts', 'control_role=supplier'],
      ['default_account_id', 'accounts'],
      ['default_vat_code_id', 'vat-codes', 'direction=purchase'],
    ],
    stray: { peppol_registered: true, vat_valid: true, vat_name: 'Me', merged_into_id: 1 },
    filters: [
      ['type=customer', (party) => party['type'] === 'customer'],
      ['language=nl', (party) => party['language'] === 'nl'],
    ],
    wrongFilters: [
      ['type=friend', 'type'],
      ['language=es', 'language'],
    ],
  },
];
