import { attackOne } from './attacked.ts';
import { parts } from './parts.ts';
import { suite } from './suite.ts';

suite('one process', attackOne, parts);
