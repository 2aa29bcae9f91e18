import { attackOne } from './attacked.ts';
import { aroundSignIn } from './parts.ts';
import { suite } from './suite.ts';

suite('one process', attackOne, aroundSignIn);
