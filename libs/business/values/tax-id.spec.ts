import { requireTaxId, requireTaxIds, taxIdTypes } from './tax-id';

// Domain: contracts-billing

const refusal = (message: RegExp): Error =>
  expect.objectContaining({
    code: 'InvalidTaxId',
    message: expect.stringMatching(message) as string,
  }) as Error;

// One that fits each type; all invented.
const fitting: Record<string, string> = {
  ae_trn: '123456789012345',
  au_abn: '12 345 678 901',
  br_cnpj: '12.345.678/0001-95',
  br_cpf: '123.456.789-09',
  ca_bn: '123456789',
  ca_gst_hst: '123456789RT0001',
  ch_uid: 'CHE-123.456.789',
  ch_vat: 'CHE-123.456.789 MWST',
  eu_vat: 'DE123456789',
  gb_vat: 'GB 123 4567 89',
  il_vat: '123456789',
  in_gst: '12ABCDE3456F1Z5',
  is_vat: '123456',
  jp_cn: '1234567890123',
  jp_trn: 'T1234567890123',
  kr_brn: '123-45-67890',
  mx_rfc: 'ABC010203AB9',
  no_vat: '123456789MVA',
  nz_gst: '123-456-789',
  sa_vat: '312345678901233',
  sg_uen: '201234567A',
  tr_tin: '1234567890',
  ua_vat: '123456789012',
  us_ein: '12-3456789',
  za_vat: '4123456789',
  other: 'Κ-17/b',
};

describe('a tax id', () => {
  it.each(taxIdTypes)('R5: %s takes what looks like one', (type) => {
    expect(() => requireTaxId({ type, value: fitting[type] as string }, 'taxIds[0]')).not.toThrow();
  });

  it.each(taxIdTypes.filter((type) => type !== 'other'))('R5: %s takes nothing else', (type) => {
    for (const value of ['', '?', 'hello', `${fitting[type]}123456`]) {
      expect(() => requireTaxId({ type, value }, 'taxIds[0]')).toThrow(refusal(/taxIds\[0\]\.value is no/));
    }
  });

  it.each([
    'ATU12345678',
    'BE0123456789',
    'EL123456789',
    'ES X1234567 X',
    'FR AB 123456789',
    'IE1234567AB',
    'NL123456789B01',
    'pl 123-456-78-90',
    'SE123456789001',
    'XI123456789',
  ])('R5: the EU writes %s', (value) => {
    expect(() => requireTaxId({ type: 'eu_vat', value }, 'taxIds[0]')).not.toThrow();
  });

  it.each(['GB123456789', 'DE12345678', 'AT12345678', 'NL123456789', '123456789'])(
    'R5: the EU does not write %s',
    (value) => {
      expect(() => requireTaxId({ type: 'eu_vat', value }, 'taxIds[0]')).toThrow(refusal(/eu_vat/));
    },
  );

  it('R5: of an unknown type is refused with those that are known', () => {
    const unknown = { type: 'constructor', value: '1' };
    expect(() => requireTaxId(unknown, 'taxIds[0]')).toThrow(refusal(/taxIds\[0\]\.type .*eu_vat/));
    expect(() => requireTaxId({ type: 'other', value: ' ' }, 'taxIds[0]')).toThrow(refusal(/other/));
  });

  it('R5: stands once in a list, however it is written', () => {
    const german = { type: 'eu_vat', value: 'DE123456789' };
    const american = { type: 'us_ein', value: '12-3456789' };
    expect(() => requireTaxIds([german, american], 'taxIds')).not.toThrow();
    const again = { type: 'eu_vat', value: 'de 123 456 789' };
    expect(() => requireTaxIds([german, american, again], 'taxIds')).toThrow(
      refusal(/taxIds\[2\] is there already/),
    );
    expect(() => requireTaxIds([german, { type: 'us_ein', value: '1' }], 'taxIds')).toThrow(
      refusal(/taxIds\[1\]/),
    );
  });
});
