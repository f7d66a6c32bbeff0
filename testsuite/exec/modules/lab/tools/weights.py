from ..consts import FACTORS, TABLE


def weight(i):
    return FACTORS[i % 3] + TABLE["low"]
