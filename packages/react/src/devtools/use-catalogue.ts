'use client';

import type { AccessSource, Catalogue } from '@licet/client';
import { useEffect, useState } from 'react';

/** The names of the application; undefined until they are there, and always where the source has no catalogue. */
export const useCatalogue = ({ explain }: AccessSource, valid: boolean): Catalogue | undefined => {
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    if (!explain || !valid) return;
    let current = true;
    explain.catalogue().then(
      (known) => current && setCatalogue(known),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [explain, valid]);
  return explain && catalogue;
};
