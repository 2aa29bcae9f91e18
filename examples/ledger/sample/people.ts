/** The people of Aurelia, the sample organisation, and the group that each works in. */
export const people: readonly (readonly [name: string, group: string])[] = [
  ['Adaeze Nwosu', 'Ward reception'],
  ['Aiyana Begaye', 'Nurses, Ward 4'],
  ['Alejandra Ríos Santillán', 'Nurses, Ward 2'],
  ['Ana Lucía Quispe Mamani', 'Finance'],
  ['Anneli Saarinen', 'Depot'],
  ['Arjun Venkataraman', 'Depot'],
  ['Bao Trần', 'Nurses, Ward 2'],
  ['Bjørn Haugland', 'Depot'],
  ['Camille Roussel', 'Finance'],
  ['Chiara Benedetti', 'Finance leads'],
  ['Chloé Okafor', 'Night desk'],
  ['Dagny Halvorsen', 'Pharmacy'],
  ['Daniel Mwangi', 'Drivers'],
  ['Dmytro Kovalenko', 'Finance'],
  ['Eleni Papadaki', 'Pharmacy'],
  ['Éloïse Marchetti-Dubois', 'Physicians'],
  ['Emeka Obi', 'Drivers'],
  ['Erik Strand', 'Depot leads'],
  ['Fatima al-Zahrawi', 'Physicians'],
  ['Grace Tuilagi', 'Ward reception'],
  ['Hana Nováková', 'Nurses, Ward 4'],
  ['Hina Takahashi', 'Pharmacy'],
  ['Ibrahim Sesay', 'Drivers'],
  ['Ingeborg Thorvaldsen-Björklund af Nordenskiöld', 'Ward leads'],
  ['Ioana Dumitrescu', 'Finance'],
  ['Jae-won Seo', 'Platform'],
  ['João Pereira da Silva', 'Finance leads'],
  ['Kalani Kahananui', 'Depot'],
  ['Kenji Morimoto', 'Finance'],
  ['Kwame Boateng', 'Finance leads'],
  ['Lars-Erik Väisänen', 'Audit'],
  ['Layla Haddad', 'Regional desk'],
  ['Leif Aronsen', 'Drivers'],
  ['Lucía Fernández Prado', 'Physicians'],
  ['Małgorzata Zielińska', 'Nurses, Ward 2'],
  ['Mateus Carvalho', 'Finance'],
  ['Maya Lindqvist', 'Finance'],
  ['Mbali Dlamini', 'Ward leads'],
  ['Ngaire Parata', 'Regional desk'],
  ['Nguyễn Thị Hạnh', 'Nurses, Ward 2'],
  ['Niamh O’Sullivan', 'Audit'],
  ['Oluwaseun Adeyemi', 'Regional desk'],
  ['Paolo Ferretti', 'Depot'],
  ['Priya Raghunathan', 'Audit'],
  ['Rashid Karimov', 'Finance'],
  ['Rosa Delgado', 'Night desk'],
  ['Samira Yusuf', 'Nurses, Ward 4'],
  ['Sanele Khumalo', 'Depot'],
  ['Siobhán Ní Dhomhnaill', 'Nurses, Ward 4'],
  ['Sofia Kjellberg', 'Finance'],
  ['Sunita Rao', 'Depot leads'],
  ['Tariq Aziz Mirza', 'Platform'],
  ['Thandiwe Mokoena', 'Physicians'],
  ['Tomasz Wójcik', 'Regional desk'],
  ['Uchenna Eze', 'Ward reception'],
  ['Vera Sokolova', 'Pharmacy'],
  ['Wei-Ling Chou', 'Platform'],
  ['Yusuf Demirtaş', 'Night desk'],
  ['Zeynep Aydın', 'Night desk'],
];

/** The name that somebody signs in with: ana.lucia, wei.ling, eloise.marchetti. */
export function usernameOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\s-]/gu, '')
    .toLowerCase()
    .split(/[\s-]+/)
    .slice(0, 2)
    .join('.')
    .replace(/ı/g, 'i')
    .replace(/[^a-z.]/g, '');
}
