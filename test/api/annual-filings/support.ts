/** A Belgian company with everything that its annual accounts must say about it. */
export const identifiedCompany = {
  ...{ enterprise_number: '0477472701', legal_form_code: '014', street: 'Rue Haute', house_number: '1' },
  ...{ postal_code: '1000', city: 'Bruxelles' },
};

export const filingSettings = {
  annual_accounts: {
    general_meeting_date: '2026-05-28',
    valuation_rules: 'Amortissements linéaires.',
    directors: [
      {
        ...{ first_name: 'Anne', last_name: 'Dupont', function: 'Administratrice', street: 'Rue Basse' },
        ...{ house_number: '2', postal_code: '4000', city: 'Liège', country: 'BE' },
      },
    ],
  },
  legal: { rpm_district: 'Bruxelles' },
};
