/** The first invoices of Ledger with customers, sales and payments. Times are days before today. */
export interface Sale {
  readonly number: string;
  readonly customer: string;
  readonly issued: number;
  readonly lines: readonly (readonly [item: string, quantity: number, unit: string, cents: number])[];
  readonly payments: readonly (readonly [daysAgo: number, method: string, share: number])[];
}

export const customers: readonly (readonly [name: string, city: string, country: string])[] = [
  ['Northgate Logistics AS', 'Bergen', 'Norway'],
  ['Helix Biologics GmbH', 'Leipzig', 'Germany'],
  ['Sakamoto Optics', 'Osaka', 'Japan'],
  ['Ardent Freight Ltd', 'Liverpool', 'United Kingdom'],
  ['Casa Almeida Lda', 'Porto', 'Portugal'],
  ['Blue Nile Textiles', 'Addis Ababa', 'Ethiopia'],
  ['Meridian Dental Group', 'Toronto', 'Canada'],
  ['Kestrel Robotics', 'Eindhoven', 'Netherlands'],
  ['Vega y Hijos S.A.', 'Rosario', 'Argentina'],
  ['Tamarind Foods Pvt', 'Kochi', 'India'],
  ['Óskarsson Fisheries', 'Akureyri', 'Iceland'],
  ['Lumen Architects', 'Melbourne', 'Australia'],
];

const coldStorage: Sale['lines'] = [
  ['Cold storage, October', 31, 'days', 14_200],
  ['Handling, pallets', 118, '', 950],
  ['Customs papers', 6, '', 4_500],
  ['Weekend opening', 2, '', 38_000],
];

/** The sales, in order of their invoice numbers. The first invoice was paid twice. */
export const sales: readonly Sale[] = [
  {
    number: '2026-0417',
    customer: 'Northgate Logistics AS',
    issued: 51,
    lines: coldStorage,
    payments: [
      [24, 'SEPA', 1],
      [22, 'SEPA', 1],
    ],
  },
  sale(
    '2026-0418',
    'Helix Biologics GmbH',
    49,
    [['Cooled transport, Leipzig', 12, 'trips', 61_000]],
    [[20, 'SEPA', 1]],
  ),
  sale('2026-0419', 'Sakamoto Optics', 47, [['Air freight, 320 kg', 320, 'kg', 640]], [[30, 'Wire', 0.5]]),
  sale('2026-0420', 'Ardent Freight Ltd', 44, [['Container storage', 18, 'days', 9_900]], []),
  sale('2026-0421', 'Casa Almeida Lda', 40, [['Bottling line, hire', 1, '', 418_000]], [[12, 'SEPA', 1]]),
  sale('2026-0422', 'Blue Nile Textiles', 33, [['Customs clearance', 4, '', 22_500]], [[9, 'Wire', 1]]),
  sale('2026-0423', 'Meridian Dental Group', 27, [['Sterile packing', 640, '', 310]], []),
  sale('2026-0424', 'Kestrel Robotics', 21, [['Crating, custom', 9, '', 27_000]], [[6, 'SEPA', 1]]),
  sale('2026-0425', 'Vega y Hijos S.A.', 16, [['Grain sampling', 22, '', 8_400]], []),
  sale('2026-0426', 'Tamarind Foods Pvt', 11, [['Spice storage, November', 30, 'days', 7_600]], [[2, 'Wire', 0.4]]),
  sale('2026-0427', 'Óskarsson Fisheries', 6, [['Ice, tonnes', 14, 't', 12_900]], []),
  sale('2026-0428', 'Lumen Architects', 2, [['Model transport', 1, '', 96_000]], []),
];

function sale(
  number: string,
  customer: string,
  issued: number,
  lines: Sale['lines'],
  payments: Sale['payments'],
): Sale {
  return { number, customer, issued, lines, payments };
}
