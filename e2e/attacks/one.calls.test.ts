import { attackOne } from './attacked.ts';
import { aroundCalls } from './parts.ts';
import { suite } from './suite.ts';

suite('one process', attackOne, aroundCalls);
